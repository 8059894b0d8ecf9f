package io.stepgraph.benchmarks.tools;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.stepgraph.runtime.StepContext;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The least code that streams what a model says from its threads to that of the step. */
final class HandModelCall implements StreamingChatResponseHandler {
    private static final int LONGEST_SILENCE = 120;

    private final BlockingQueue<Object> pieces = new LinkedBlockingQueue<>();

    private HandModelCall() {}

    static AiMessage stream(StreamingChatModel model, ChatRequest request, StepContext<HandEvent> context)
            throws Exception {
        HandModelCall call = new HandModelCall();
        model.chat(request, call);
        while (true) {
            context.checkCancelled();
            Object piece = call.pieces.poll(LONGEST_SILENCE, TimeUnit.SECONDS);
            if (piece instanceof String text) {
                context.emit(new HandEvent.Token(text));
            } else if (piece instanceof ChatResponse whole) {
                return whole.aiMessage();
            } else if (piece instanceof Exception error) {
                throw error;
            } else {
                throw new TimeoutException("The model was silent.");
            }
        }
    }

    @Override
    public void onPartialResponse(String text) {
        pieces.add(text);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        pieces.add(response);
    }

    @Override
    public void onError(Throwable error) {
        pieces.add(error);
    }
}
