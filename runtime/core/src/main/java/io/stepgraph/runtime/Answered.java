package io.stepgraph.runtime;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The question whose answer opened the gate of a visit, and that answer (A2). A step or an interrupt with {@code @GatedBy}
 * takes it as a parameter. Both values are read from the store anew for each attempt, so nothing that the run has done since
 * has changed them.
 *
 * <pre>{@code
 * @Step(next = END, effects = "refund")
 * @GatedBy(value = "approve", exactly = true)
 * Receipt pay(Answered<Question, Approved> approval, StepContext<?> context) {
 *     return context.once("refund", approval.part(Question::action), Receipt.class)
 *             .retryWithSameKey()
 *             .perform(payments::pay);
 * }
 * }</pre>
 *
 * <p>The runtime does not trust the object that a step hands back to {@code once}: it compares the request with what is
 * stored. So a test may make one.
 *
 * @param question the question as it was asked
 * @param answer the answer that opened the gate
 * @param by who answered; null if nobody said
 * @param at when the answer was taken, by the clock of the process that took it
 * @param visit the visit of the question
 * @param <Q> the type of the question
 * @param <A> the type of the answer
 */
public record Answered<Q, A>(Q question, A answer, @Nullable String by, Instant at, long visit) {

    /** Complete. */
    public Answered {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(at, "at");
    }

    /**
     * A part of the question, as the request of an effect.
     *
     * @param part gives the part, such as {@code Question::action}
     * @param <R> the type of the part
     * @return the part
     */
    public <R> Part<R> part(Function<? super Q, ? extends R> part) {
        return new Part<>(Objects.requireNonNull(part.apply(question), "The part of the question is null."), false);
    }

    /**
     * A part of the answer, as the request of an effect: what the person who answered has written or chosen.
     *
     * @param part gives the part, such as {@code Edited::action}
     * @param <R> the type of the part
     * @return the part
     */
    public <R> Part<R> chosen(Function<? super A, ? extends R> part) {
        return new Part<>(Objects.requireNonNull(part.apply(answer), "The part of the answer is null."), true);
    }

    /**
     * A part of a question or of its answer, for {@link StepContext#once(String, Part, Class)}.
     *
     * @param value the part
     * @param isChosen whether it is a part of the answer
     * @param <R> its type
     */
    public record Part<R>(R value, boolean isChosen) {}
}
