package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A step of the agent: work that is done once, is stored when it is done, and leads to the next step.
 *
 * <pre>{@code
 * @Step(next = "review")
 * void draft(Essay essay) { essay.draft = model.chat(essay.request); }
 *
 * @Step(next = {"polish", "translate"})
 * ReviewNext review(Essay essay) {
 *     String notes = critic.apply(essay.draft);
 *     return notes.isEmpty() ? ReviewNext.translate() : ReviewNext.polish(new Notes(notes));
 * }
 *
 * @Step(next = "translate")
 * void polish(Essay essay, Notes notes) { essay.draft = model.chat(notes.text() + essay.draft); }
 * }</pre>
 *
 * <p>The next step begins only after the state that this one left is stored. If the process dies during a step, that
 * step alone runs again, from the state that it began with. {@link StepGraph} describes the parameters and return types
 * of the method.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Step {

    /**
     * The steps to which the run can go from here. It has no default, so that a step which forgets its exit does not
     * compile.
     *
     * @return names of steps or interrupts of this class, {@link StepGraph#END}, {@link StepGraph#FAIL}, or several of
     *     them
     */
    String[] next();

    /**
     * The longest time that one attempt may take. After that time the runtime interrupts the step's thread, and the
     * attempt has failed. The step is retried if it has a {@link Retry}.
     *
     * <pre>{@code
     * @Step(next = "shorten", timeout = "30s")
     * @Retry(attempts = 2)
     * void translate(Essay essay) { essay.draft = model.chat("Translate this: " + essay.draft); }
     * }</pre>
     *
     * @return a duration such as {@code "200ms"}, {@code "30s"}, {@code "5m"}, {@code "24h"} or ISO-8601; empty for no
     *     limit
     */
    String timeout() default "";

    /**
     * The step that takes over when this one has failed for good. It receives the {@code StepFailure} as its input and
     * the state as it was when this step was entered. While nobody knows whether an effect of this step was performed,
     * the run parks instead, unless {@link #inDoubt} is set.
     *
     * <pre>{@code
     * @Step(next = END, onFailure = "apologise")
     * @Retry(attempts = 3, on = IOException.class)
     * void publish(Essay essay) throws IOException { press.print(essay.draft); }
     *
     * @Step(next = END)
     * void apologise(Essay essay, StepFailure<?> failure) { essay.note = "Not printed: " + failure.message(); }
     * }</pre>
     *
     * <p>A failure step that declares {@code StepFailure<Invoice>} also gets the input of the failed step, an
     * {@code Invoice}.
     *
     * @return the name of a step whose input is {@code StepFailure}; empty to let the run fail
     */
    String onFailure() default "";

    /**
     * The exceptions that {@link #onFailure} takes, with their subclasses. Any other failure of the step, such as a
     * bug, fails the run.
     *
     * <pre>{@code
     * @Step(next = END, onFailure = "soldOut", failures = SoldOutException.class)
     * void reserve(Order order) { stock.reserve(order.item); }
     * }</pre>
     *
     * @return types of exceptions; empty for every failure
     */
    Class<? extends Throwable>[] failures() default {};

    /**
     * Whether the {@link #onFailure} step also takes over while nobody knows whether an effect of this step was
     * performed. It gets these effects in {@code StepFailure.effectsInDoubt()}, and must not undo what they depend on
     * before it has asked the remote system. Without this the run parks, and a person decides.
     *
     * <pre>{@code
     * @Step(next = "mail", onFailure = "clarify", inDoubt = true, effects = "pay")
     * @Retry(attempts = 3)
     * void pay(Trip trip, StepContext<?> context) {
     *     trip.receipt = context.once("pay", trip.cents, String.class)
     *             .retryWithSameKey()
     *             .call((key, cents) -> bank.pay(key, cents));
     * }
     *
     * @Step(next = "mail")
     * void clarify(Trip trip, StepFailure<?> failure) {
     *     trip.note = failure.effectsInDoubt().isEmpty() ? "Not paid." : "We are asking the bank.";
     * }
     * }</pre>
     *
     * @return true if the failure step handles effects in doubt
     */
    boolean inDoubt() default false;

    /**
     * The side effects that this step performs with {@code StepContext.once}. The picture shows them, and an effect
     * with another name fails the step. A step that declares none may perform effects of any name.
     *
     * <pre>{@code
     * @Step(next = END, effects = "refund")
     * void refund(Claim claim, StepContext<?> context) {
     *     claim.receipt = context.once("refund", claim.request(), Receipt.class)
     *             .retryWithSameKey()
     *             .call((key, request) -> payments.refund(request, key));
     * }
     * }</pre>
     *
     * @return the names of its effects; empty for any
     */
    String[] effects() default {};

    /**
     * Whether this step hands rows of its own to the transaction of its checkpoint, with
     * {@code context.atCheckpoint(connection -> ...)}. The store writes both or neither. The picture shows it, and in a
     * step that does not say so, {@code atCheckpoint} throws.
     *
     * <pre>{@code
     * @Step(next = END, transactional = true)
     * void book(Order order, StepContext<?> context) {
     *     context.atCheckpoint(connection -> bookings.insert(connection, order));
     * }
     * }</pre>
     *
     * <p>Postgres and SQLite can do this. On a store or an engine that cannot, the graph is refused when it is opened.
     *
     * @return true if the step calls {@code atCheckpoint}
     */
    boolean transactional() default false;

    /**
     * Names this step had in earlier builds, so that runs stored under them are found.
     *
     * <pre>{@code
     * @Step(next = "publish", formerly = {"cut", "trim"}) // what it was called in versions 1 and 2
     * void shorten(Essay essay) { essay.draft = model.chat("Shorten this: " + essay.draft); }
     * }</pre>
     *
     * @return earlier method names, which no step has now and no other step had
     */
    String[] formerly() default {};
}
