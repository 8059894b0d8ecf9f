package io.stepgraph.samples.chat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** A model that decides by its question, and remembers its questions. */
final class FakeModel implements StreamingChatModel {
    private final Function<Asked, Turn> script;
    private final List<Asked> requests = Collections.synchronizedList(new ArrayList<>());

    FakeModel(Function<Asked, Turn> script) {
        this.script = script;
    }

    /** A turn: what it does with the handler of a request. */
    interface Turn {
        void take(StreamingChatResponseHandler handler);
    }

    /** A request. */
    record Asked(ChatRequest request, int number) {

        /** The results of tools since the last message of the user. */
        List<ToolExecutionResultMessage> results() {
            List<ToolExecutionResultMessage> results = new ArrayList<>();
            request.messages().forEach(message -> {
                if (message instanceof UserMessage) {
                    results.clear();
                } else if (message instanceof ToolExecutionResultMessage result) {
                    results.add(result);
                }
            });
            return results;
        }

        /** The results of tools in the whole conversation, each as {@code call=text}. */
        List<String> allResults() {
            return request.messages().stream()
                    .filter(ToolExecutionResultMessage.class::isInstance)
                    .map(ToolExecutionResultMessage.class::cast)
                    .map(result -> result.id() + "=" + result.text())
                    .toList();
        }

        /** Who says what, except the system: {@code user: text}. */
        List<String> texts() {
            return request.messages().stream()
                    .filter(message -> message instanceof UserMessage || message instanceof AiMessage)
                    .map(message -> message instanceof UserMessage user
                            ? "user: " + user.singleText()
                            : "model: " + ((AiMessage) message).text())
                    .toList();
        }
    }

    /** Says a text, word by word. */
    static Turn says(String text) {
        return handler -> {
            speak(text, handler, new Handle());
            handler.onCompleteResponse(response(AiMessage.from(text)));
        };
    }

    /** Calls tools. */
    static Turn calls(ToolExecutionRequest... calls) {
        return handler -> handler.onCompleteResponse(response(AiMessage.from(Arrays.asList(calls))));
    }

    /** Fails before the first token. */
    static Turn fails(Throwable error) {
        return handler -> handler.onError(error);
    }

    /** Fails after a text. */
    static Turn failsAfter(String text, Throwable error) {
        return handler -> {
            speak(text, handler, new Handle());
            handler.onError(error);
        };
    }

    /** Says a text and then nothing more, until it is cancelled. */
    static Turn stopsAfter(String text, Handle handle) {
        return handler -> speak(text, handler, handle);
    }

    static ToolExecutionRequest call(String id, String tool, String arguments) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name(tool)
                .arguments(arguments)
                .build();
    }

    static ToolExecutionRequest ask(String id, String question) {
        return call(id, "ask_user", "{\"question\": \"" + question + "\"}");
    }

    static ToolExecutionRequest note(String id, String text) {
        return call(id, "save_note", "{\"text\": \"" + text + "\"}");
    }

    static ToolExecutionRequest search(String id) {
        return call(id, "search_documents", "{\"query\": \"lens\"}");
    }

    private static void speak(String text, StreamingChatResponseHandler handler, Handle handle) {
        for (String word : text.split("(?<= )", -1)) {
            handler.onPartialResponse(new PartialResponse(word), new PartialResponseContext(handle));
        }
    }

    private static ChatResponse response(AiMessage message) {
        return ChatResponse.builder().aiMessage(message).build();
    }

    /** Remembers that it was cancelled. */
    static final class Handle implements StreamingHandle {
        private volatile boolean isCancelled;

        @Override
        public void cancel() {
            isCancelled = true;
        }

        @Override
        public boolean isCancelled() {
            return isCancelled;
        }
    }

    /** All requests so far. */
    List<Asked> requests() {
        return List.copyOf(requests);
    }

    /** The last request. */
    Asked last() {
        return requests.get(requests.size() - 1);
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        Asked asked = new Asked(request, requests.size() + 1);
        requests.add(asked);
        script.apply(asked).take(handler);
    }
}
