package io.stepgraph.samples.events.terminal;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.stepgraph.samples.events.Event;
import io.stepgraph.samples.events.model.Chat;
import java.util.Objects;

/** One call of the model: turns what the model streams into events. */
final class ModelCall implements StreamingChatResponseHandler {
    private final Inbox inbox;

    ModelCall(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public void onPartialResponse(String text) {
        post(new Event.TextDelta(text));
    }

    @Override
    public void onPartialToolCall(PartialToolCall part) {
        post(new Event.ToolCallDelta(Objects.requireNonNullElse(part.id(), ""), part.name(), part.partialArguments()));
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        post(new Event.Completed(Chat.response(response.aiMessage())));
    }

    @Override
    public void onError(Throwable error) {
        String message = error.getMessage();
        post(new Event.LlmFailed(message == null ? error.toString() : message));
    }

    private void post(Event event) {
        inbox.post(new Inbox.Happened(event, this));
    }
}
