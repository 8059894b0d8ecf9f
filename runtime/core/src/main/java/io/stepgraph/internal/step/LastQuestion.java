package io.stepgraph.internal.step;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The question whose answer has led to a visit, as it is stored with that visit: if the step refuses the answer, the
 * run waits with this question again (I4). The documents are texts.
 *
 * @param step the interrupt, by name
 * @param input its input; null if it takes none
 * @param visit the visit that asked
 * @param attempt the attempt that asked
 * @param budgetStartVisit the visit from which the budget of steps was counted then
 * @param ruleState the rule state of the visit that asked; null if there was none
 * @param nonce the secret part of the ticket
 * @param question the question
 * @param until the end of the time for an answer that it keeps; null if it keeps none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LastQuestion(
        String step,
        @Nullable String input,
        long visit,
        int attempt,
        long budgetStartVisit,
        @Nullable String ruleState,
        String nonce,
        String question,
        @Nullable Instant until) {

    /** Checks that no part is missing. */
    public LastQuestion {
        Objects.requireNonNull(step);
        Objects.requireNonNull(nonce);
        Objects.requireNonNull(question);
    }

    /** Returns the same question with another rule state. */
    public LastQuestion withRuleState(@Nullable String other) {
        return new LastQuestion(step, input, visit, attempt, budgetStartVisit, other, nonce, question, until);
    }
}
