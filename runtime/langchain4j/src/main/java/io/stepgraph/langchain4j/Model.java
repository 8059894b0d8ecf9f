package io.stepgraph.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.stepgraph.runtime.StepContext;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * A model of LangChain4j that speaks in a step, and how long it is waited for. Safe for use by many threads.
 *
 * <pre>{@code
 * @Step(next = {"read", END}, onFailure = "unreachable")
 * @Retry(attempts = 4) // waits 30 seconds at most, as the longest delay
 * ModelNext model(Chat chat, StepContext<String> context) throws InterruptedException {
 *     Reply reply = model.stream(tools.request("You help customers.", chat.conversation, 50_000), context, text -> text);
 *     ...
 * }
 * }</pre>
 *
 * @param model the model; its {@code chat} returns at once and tells what it says later, as those of LangChain4j do
 * @param silence how long it may tell nothing, neither a text nor a thought or a part of a call
 * @param longest how long one call of it may last
 * @param longestDelay how long a provider may ask to wait before the next attempt (K12)
 */
public record Model(StreamingChatModel model, Duration silence, Duration longest, Duration longestDelay) {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

    /**
     * Creates a model.
     *
     * @throws IllegalArgumentException if a time is not more than 0; the longest delay may be 0
     */
    public Model {
        Objects.requireNonNull(model, "model");
        requirePositive("silence", silence);
        requirePositive("longest", longest);
        if (longestDelay.isNegative()) {
            throw new IllegalArgumentException("longestDelay must be 0 or more, not " + longestDelay + ".");
        }
    }

    private static void requirePositive(String name, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " must be more than 0, not " + time + ".");
        }
    }

    /**
     * Returns a model that may be silent for two minutes and speak for ten; a delay of 30 seconds is waited for.
     *
     * @param model the model
     * @return a model that streams
     */
    public static Model of(StreamingChatModel model) {
        return new Model(model, Duration.ofMinutes(2), LONGEST, LONGEST_DELAY);
    }

    /**
     * Returns a model that tells its whole text in one piece, within ten minutes; a delay of 30 seconds is waited for.
     * Each call has a thread of its own, which is interrupted if the call is cancelled.
     *
     * @param model the model
     * @return a model that answers
     */
    public static Model of(ChatModel model) {
        // Such a model is silent until it is done.
        return new Model(new BlockingModel(model), LONGEST, LONGEST, LONGEST_DELAY);
    }

    /**
     * Asks the model, and emits each piece of its text at once (K11). If the run is cancelled meanwhile, or the attempt
     * of the step ends, or a time is over, the call of the model is cancelled.
     *
     * <p>An error before the first piece of the text is thrown, also one after a thought or a part of a call: nobody
     * has seen those. An error after it gives {@link Reply.BrokenOff}, so that nothing is shown twice.
     *
     * @param <E> the graph's type of custom events
     * @param request what the model is asked
     * @param context the context of the step
     * @param token makes a custom event of a piece of the text
     * @return what the model said
     * @throws io.stepgraph.runtime.TransientException if it failed, or was silent, before the first piece, and may
     *     succeed later; with the delay that the provider asks for
     * @throws ModelException if it failed before the first piece for good, took too long, or the provider asks for more
     *     than the longest delay
     * @throws InterruptedException if this thread was interrupted
     */
    public <E> Reply stream(ChatRequest request, StepContext<E> context, Function<String, ? extends E> token)
            throws InterruptedException {
        return new ModelCall<E>(this, context, token).make(request);
    }
}
