package io.stepgraph.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;

/**
 * A model that blocks until it has said everything. Each call has a thread of its own, which the handler gets first and
 * may interrupt. The model's own defaults and listeners see the request.
 */
record BlockingModel(ChatModel model) implements StreamingChatModel {

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        Thread caller = new Thread(() -> answer(request, options, handler), "stepgraph call of a model");
        caller.setDaemon(true);
        handler.onUnmappedRawEvent(caller);
        caller.start();
    }

    private void answer(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        try {
            handler.onCompleteResponse(model.chat(request, options));
        } catch (Throwable thrown) {
            handler.onError(thrown);
        }
    }
}
