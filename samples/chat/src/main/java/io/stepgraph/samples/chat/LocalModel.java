package io.stepgraph.samples.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A stand-in for those who have no key to a model. It understands nothing: it looks for the words of a question in the
 * documents, by the same tools as a model, and quotes what it finds. It streams its words one by one, in a thread of
 * their own.
 */
public final class LocalModel implements StreamingChatModel {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=\\s)(?=\\S)");

    private final Duration pause;

    /**
     * A stand-in.
     *
     * @param pause how long it waits before each word
     */
    public LocalModel(Duration pause) {
        this.pause = pause;
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        Thread speaker = new Thread(() -> speak(LocalAnswers.next(request.messages()), handler), "local model");
        speaker.setDaemon(true);
        speaker.start();
    }

    private void speak(AiMessage message, StreamingChatResponseHandler handler) {
        Handle handle = new Handle();
        PartialResponseContext context = new PartialResponseContext(handle);
        if (message.text() != null) {
            for (String word : BETWEEN_WORDS.split(message.text(), -1)) {
                if (handle.isCancelledWithin(pause)) {
                    return;
                }
                handler.onPartialResponse(new PartialResponse(word), context);
            }
        }
        handler.onCompleteResponse(ChatResponse.builder()
                .aiMessage(message)
                .finishReason(message.hasToolExecutionRequests() ? FinishReason.TOOL_EXECUTION : FinishReason.STOP)
                .build());
    }

    /** Lets the reader cancel the answer, also in a pause. */
    private static final class Handle implements StreamingHandle {
        private final CountDownLatch cancelled = new CountDownLatch(1);

        @Override
        public void cancel() {
            cancelled.countDown();
        }

        @Override
        public boolean isCancelled() {
            return cancelled.getCount() == 0;
        }

        boolean isCancelledWithin(Duration time) {
            try {
                return cancelled.await(time.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }
}
