package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an attempt has left a visit. The engine makes it durable, as one commit, before the run continues (R2). */
public sealed interface VisitResult {

    /** The events to add to the log of the run, in order (V1). */
    List<Json> events();

    /**
     * The run enters another step.
     *
     * @param checkpoint the visit of that step
     * @param state the state that replaces the one of the call; null if that stays
     */
    record Next(StepEntry checkpoint, @Nullable Json state, List<Json> events) implements VisitResult {}

    /**
     * The attempt has failed, and another one follows (R6).
     *
     * @param checkpoint the same visit with the next attempt
     * @param delay the time until then
     */
    record Retry(StepEntry checkpoint, Duration delay, List<Json> events) implements VisitResult {}

    /**
     * The run asks a question and waits for its answer (I1).
     *
     * @param checkpoint the visit of the interrupt
     * @param state the state that replaces the one of the call; null if that stays
     * @param nonce the secret part of the ticket
     * @param question the question
     * @param answerSchema the JSON Schema of its answers (I4)
     * @param expires the time for an answer (I5); null if it is not limited
     */
    record Asked(
            StepEntry checkpoint,
            @Nullable Json state,
            String nonce,
            Json question,
            Json answerSchema,
            @Nullable Duration expires,
            List<Json> events)
            implements VisitResult {}

    /**
     * The run parks in front of the step, or in it (M2, E4).
     *
     * @param checkpoint the visit that follows once something lets the run continue
     * @param reason the reason, for a person to read
     * @param required the mode that the step requires; null if a hook or an effect holds the run back
     */
    record Parked(
            StepEntry checkpoint, String reason, @Nullable PermissionMode required, List<Json> events)
            implements VisitResult {}

    /**
     * The run has completed.
     *
     * @param output the result
     * @param state the state that replaces the one of the call; null if that stays
     */
    record Completed(Json output, @Nullable Json state, List<Json> events) implements VisitResult {}

    /**
     * The run has failed.
     *
     * @param checkpoint the visit that {@code retry} makes again (R7)
     * @param failure the {@link io.stepgraph.runtime.StepFailure}
     */
    record Failed(StepEntry checkpoint, Json failure, List<Json> events) implements VisitResult {}

    /** The attempt was cancelled, or did not begin. It does not count, and its events are void (R9). */
    record Voided() implements VisitResult {
        @Override
        public List<Json> events() {
            return List.of();
        }
    }
}
