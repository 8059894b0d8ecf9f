package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Proves that a step is entered only after a certain answer: without the edges of that answer it could be reached
 * neither from the start nor from itself, so that each visit has an answer of its own. A path around the gate is a
 * compile error that prints the path. Hooks take declared edges only, so they cannot pass it either.
 *
 * <pre>{@code
 * @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
 * String approve(Order order) { return "Pay " + order.cents + "?"; }
 *
 * @Step(next = "tell")
 * @GatedBy("approve")
 * void pay(Order order, Approved approval) { order.paid = true; }
 * }</pre>
 *
 * <p>The step may take the answered question as {@code Answered<Q, A>}: {@code Q} is the question of that interrupt,
 * and {@code A} an answer that opens the gate, or a sealed type of such answers. A {@code next} step of the interrupt
 * then takes its answer by it.
 *
 * <p>The gate may also be a {@link Call}: a result of the called agent opens it, or, if results have no kinds, that all
 * called agents have completed.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface GatedBy {

    /**
     * The interrupt or the call that guards this step.
     *
     * @return the name of an interrupt or a call of this class
     */
    String value();

    /**
     * The answers that open the gate. An expired question never does.
     *
     * <pre>{@code
     * @Step(next = END)
     * @GatedBy(value = "approve", answer = Approved.class) // it is not the step that takes the answer
     * void tell(Order order) { order.told = true; }
     * }</pre>
     *
     * @return answer types of the interrupt, or types of the call's result; empty for the answer in this step's
     *     {@code Answered}, or else for its own input, which must then be an answer or a result
     */
    Class<?>[] answer() default {};

    /**
     * Whether this step or interrupt does exactly what the question showed. Then it takes the answered question and the
     * context only, and returns no state, so it neither sees nor changes anything of its run. Each of its effects asks
     * for the action: what has {@link Action} in the question or in the answer, or else the question as a whole. The
     * {@code next} steps of other interrupts cannot be {@code exactly}.
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
     * @return true for nothing but what was answered
     */
    boolean exactly() default false;
}
