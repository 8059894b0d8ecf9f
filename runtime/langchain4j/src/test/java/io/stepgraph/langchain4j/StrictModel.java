package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A model with a script that refuses what providers refuse, by the {@link ProviderRules}. It keeps all requests, and
 * the reason of each refusal: a test ends with {@code assertThat(model.refused).isEmpty()}. Safe for many threads.
 */
final class StrictModel implements StreamingChatModel {
    /** The tokens of each whole reply. */
    static final int TOKENS = 15;

    /** All requests so far, also the refused ones. */
    final List<Asked> requests = new CopyOnWriteArrayList<>();

    /** Why requests were refused; empty if none was. */
    final List<String> refused = new CopyOnWriteArrayList<>();

    private final Function<Asked, Turn> script;

    /** A model that decides by its request, such as one that is asked again after a crash. */
    StrictModel(Function<Asked, Turn> script) {
        this.script = script;
    }

    /** A model that takes the first turn for its first request, the second for the next, and so on. */
    static StrictModel script(Turn... turns) {
        AtomicInteger next = new AtomicInteger();
        return new StrictModel(asked -> turns[next.getAndIncrement()]);
    }

    /** A model that begins its script again with each message of the user, and stays in its place after a crash. */
    static StrictModel eachMessage(Turn... turns) {
        return new StrictModel(asked -> turns[asked.turns()]);
    }

    /** A turn: what the model does with the handler of a request. */
    interface Turn {
        void take(StreamingChatResponseHandler handler);
    }

    /** A request. */
    record Asked(ChatRequest request) {

        /** How often the model has replied since the last message of the user. */
        int turns() {
            int turns = 0;
            for (ChatMessage message : request.messages()) {
                turns = message instanceof UserMessage ? 0 : turns + (message instanceof AiMessage ? 1 : 0);
            }
            return turns;
        }

        /** The results in the whole request, each as {@code id=text}. */
        List<String> results() {
            return request.messages().stream()
                    .filter(ToolExecutionResultMessage.class::isInstance)
                    .map(ToolExecutionResultMessage.class::cast)
                    .map(result -> result.id() + "=" + result.text())
                    .toList();
        }

        /** Who says what, without the system and the results: {@code user: text}. */
        List<String> texts() {
            return request.messages().stream()
                    .filter(message -> message instanceof UserMessage || message instanceof AiMessage)
                    .map(message -> message instanceof UserMessage user
                            ? "user: " + user.singleText()
                            : "model: " + ((AiMessage) message).text())
                    .toList();
        }
    }

    /** Says a text in these pieces. */
    static Turn says(String... pieces) {
        return ends(FinishReason.STOP, pieces);
    }

    /** Says a text that ends for this reason. */
    static Turn ends(FinishReason reason, String... pieces) {
        return handler -> {
            speak(new Handle(), handler, pieces);
            complete(AiMessage.from(String.join("", pieces)), reason, handler);
        };
    }

    /** Calls tools. */
    static Turn calls(ToolExecutionRequest... calls) {
        return replies(AiMessage.from(calls));
    }

    /** Replies with a message as it is, without any piece before. */
    static Turn replies(AiMessage message) {
        return handler -> complete(message, FinishReason.STOP, handler);
    }

    /** Fails behind these pieces of a text. */
    static Turn fails(Throwable error, String... pieces) {
        return handler -> {
            speak(new Handle(), handler, pieces);
            handler.onError(error);
        };
    }

    static ToolExecutionRequest call(@Nullable String id, @Nullable String tool, @Nullable String arguments) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name(tool)
                .arguments(arguments)
                .build();
    }

    static void speak(Handle handle, StreamingChatResponseHandler handler, String... pieces) {
        for (String piece : pieces) {
            handler.onPartialResponse(new PartialResponse(piece), new PartialResponseContext(handle));
        }
    }

    private static void complete(AiMessage message, FinishReason reason, StreamingChatResponseHandler handler) {
        handler.onCompleteResponse(ChatResponse.builder()
                .aiMessage(message)
                .tokenUsage(new TokenUsage(TOKENS - 5, 5))
                .finishReason(reason)
                .build());
    }

    /** Remembers that it was cancelled. */
    static class Handle implements StreamingHandle {
        final CountDownLatch cancelled = new CountDownLatch(1);

        @Override
        public void cancel() {
            cancelled.countDown();
        }

        @Override
        public boolean isCancelled() {
            return cancelled.getCount() == 0;
        }
    }

    /** The last request. */
    Asked last() {
        return requests.get(requests.size() - 1);
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        Asked asked = new Asked(request);
        requests.add(asked);
        try {
            ProviderRules.check(request);
        } catch (InvalidRequestException refusal) {
            refused.add(refusal.getMessage());
            throw refusal;
        }
        script.apply(asked).take(handler);
    }
}
