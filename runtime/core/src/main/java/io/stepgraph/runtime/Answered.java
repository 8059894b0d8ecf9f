package io.stepgraph.runtime;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The question whose answer opened the gate of a visit, and that answer (A2). A step or an interrupt with
 * {@code @GatedBy} takes it as a parameter. Both values are read from the store anew for each attempt, so nothing that
 * the run has done since has changed them.
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
 * <p>The runtime does not trust the object that a step hands back to {@code once}: it compares it with the action that
 * is stored. So a test may make one.
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

    /** Checks that nothing is missing. */
    public Answered {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(at, "at");
    }

    /**
     * The approved action, as the request of an effect: the component of the question that has {@code @Action}, or one
     * element of that list; without a mark, the question as a whole (A4).
     *
     * @param part gives the action, such as {@code Question::action}
     * @param <R> the type of the action
     * @return the action
     */
    public <R> Part<R> part(Function<? super Q, ? extends R> part) {
        return new Part<>(Objects.requireNonNull(part.apply(question), "The part of the question is null."), false);
    }

    /**
     * The approved action, where a component of the answer has {@code @Action}: what the person who answered has
     * written or chosen.
     *
     * @param part gives the action, such as {@code Edited::action}
     * @param <R> the type of the action
     * @return the action
     */
    public <R> Part<R> chosen(Function<? super A, ? extends R> part) {
        return new Part<>(Objects.requireNonNull(part.apply(answer), "The part of the answer is null."), true);
    }

    /**
     * An action as a step found it in a question or in its answer, for {@link StepContext#once(String, Part, Class)}.
     *
     * @param value the action
     * @param isChosen whether it was found in the answer
     * @param <R> its type
     */
    public record Part<R>(R value, boolean isChosen) {}
}
