package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what is performed if a question is approved: one component of the question, or of an answer to it. The
 * component is a record or another type with properties, or a {@code List} of such, of which each element is an action.
 *
 * <pre>{@code
 * record Question(String text, @Action Refund action) {}
 *
 * @Step(next = END, effects = "refund")
 * @GatedBy(value = "approve", exactly = true)
 * Receipt pay(Answered<Question, Approved> approval, StepContext<?> context) {
 *     return context.once("refund", approval.part(Question::action), Receipt.class)
 *             .retryWithSameKey()
 *             .perform(payments::pay);
 * }
 * }</pre>
 *
 * <p>Without a mark in the question or in the answer, the question as a whole is the action. An action that is marked
 * in the answer takes the place of that of the question.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.CLASS)
public @interface Action {}
