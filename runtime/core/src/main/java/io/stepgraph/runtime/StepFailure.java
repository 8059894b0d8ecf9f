package io.stepgraph.runtime;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The final failure of a step: the input of its {@code onFailure} step, or the failure of the run. It is stored, so it
 * holds texts, not objects. Only an {@code onFailure} step that says what the failed step takes gets that input:
 *
 * <pre>{@code
 * @Step(next = "mail")
 * void release(Trip trip, StepFailure<Payment> failure) { holds.release(failure.input().hold()); }
 * }</pre>
 *
 * @param step the step that failed
 * @param visit the visit it failed in
 * @param attempt the attempt that failed last, counted from 1
 * @param code the stable code
 * @param type the class of the exception; empty if there was none
 * @param message the message
 * @param effectsInDoubt the effects of the visit that nobody knows to be performed or not (E4); empty unless the step
 *     says {@code inDoubt = true}
 * @param input the input of the failed step, if this is the input of a step that declares its type; otherwise null, as
 *     in outcomes and events
 * @param <I> the type of the failed step's input, or {@code ?}
 */
@JsonInclude // always, whatever a user customises
public record StepFailure<I extends @Nullable Object>(
        String step,
        long visit,
        int attempt,
        ErrorCode code,
        String type,
        String message,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<InDoubt> effectsInDoubt,

        @JsonInclude(JsonInclude.Include.NON_NULL) I input) {

    /** Copies the list. A failure that was stored without one has none in doubt. */
    public StepFailure {
        effectsInDoubt = List.copyOf(Objects.requireNonNullElse(effectsInDoubt, List.of()));
    }

    /** A failure with nothing in doubt, and without the input of the step. */
    @SuppressWarnings("NullAway") // I is unknown here, and null is allowed
    public StepFailure(String step, long visit, int attempt, ErrorCode code, String type, String message) {
        this(step, visit, attempt, code, type, message, List.of(), null);
    }

    /**
     * An effect of the failed visit that may have been performed. The ledger names it as in doubt until a person
     * resolves it ({@link EffectInDoubt}).
     *
     * @param name the name of the effect
     * @param item its item or business key; empty if it has none
     * @param key the key that the remote system got
     * @param request the request that the remote system got, as JSON
     */
    @JsonInclude
    public record InDoubt(String name, String item, String key, String request) {}
}
