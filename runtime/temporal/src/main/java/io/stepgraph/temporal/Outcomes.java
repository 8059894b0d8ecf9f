package io.stepgraph.temporal;

import io.stepgraph.internal.visit.Visits;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.Stop;
import java.util.Objects;

/** Reads the outcomes of runs from what their workflows tell. */
final class Outcomes<N extends Enum<N>> {
    private final Visits<?, N> visits;
    private final LargeValues largeValues;

    Outcomes(Visits<?, N> visits, LargeValues largeValues) {
        this.visits = visits;
        this.largeValues = largeValues;
    }

    /**
     * The outcome of a run that has paused or ended.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if the worker's build does not have the step
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the run cannot be read
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     the worker's build
     */
    RunOutcome<N> of(RunState at) {
        if (at.stop() instanceof Stop.Blocked blocked) {
            throw exception(blocked);
        }
        StopReason reason = Objects.requireNonNull(at.reason(), "reason");
        RunOutcome<N> outcome =
                visits.outcome(at.start().run(), at.mode(), at.checkpoint(), whole(reason), RunLooks.dueAt(at));
        return reason.status().isEnd()
                ? outcome.withEffectsInDoubt(at.effects().stream()
                        .filter(effect -> effect.status() == EffectStatus.IN_DOUBT)
                        .map(EffectRecord::label)
                        .toList())
                : outcome;
    }

    private StopReason whole(StopReason reason) {
        if (reason instanceof StopReason.QuestionAsked asked) {
            return new StopReason.QuestionAsked(
                    asked.nonce(), largeValues.whole(asked.question()), asked.answerSchema());
        }
        if (reason instanceof StopReason.Completed completed) {
            return new StopReason.Completed(largeValues.whole(completed.output()));
        }
        return reason instanceof StopReason.Failed failed
                ? new StopReason.Failed(largeValues.whole(failed.failure()))
                : reason;
    }

    /** Returns the error of a run that a worker cannot read. */
    static StepgraphException exception(Stop.Blocked blocked) {
        return switch (blocked.code()) {
            case "UNKNOWN_STEP", "GATE_BYPASSED", "INCOMPATIBLE_STORE" ->
                new StepgraphException(ErrorCode.valueOf(blocked.code()), blocked.message());
            case "STORE_UNAVAILABLE" -> new StoreUnavailableException(blocked.message());
            default -> new StepgraphException(ErrorCode.CORRUPT_CHECKPOINT, blocked.message());
        };
    }
}
