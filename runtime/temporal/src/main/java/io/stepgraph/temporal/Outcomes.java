package io.stepgraph.temporal;

import io.stepgraph.internal.visit.VisitReader;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.Stop;
import java.util.Objects;

/** Reads the outcomes of runs from what their workflows tell. */
final class Outcomes<N extends Enum<N>> {
    private final VisitReader<N> reader;
    private final LargeValues largeValues;

    Outcomes(VisitReader<N> reader, LargeValues largeValues) {
        this.reader = reader;
        this.largeValues = largeValues;
    }

    /**
     * The outcome of a run that has paused or ended.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if the worker's build does not have the step
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the run cannot be read
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of the
     *     worker's build
     */
    RunOutcome<N> of(RunState at) {
        Stop stop = Objects.requireNonNull(at.stop(), "stop");
        RunRef run = at.start().run();
        if (stop instanceof Stop.Waiting waiting) {
            Ticket ticket = new Ticket(
                    run.namespace(),
                    run.id(),
                    run.runNumber(),
                    at.checkpoint().visit(),
                    at.checkpoint().step(),
                    waiting.nonce());
            return reader.asked(ticket, largeValues.whole(waiting.question()));
        }
        if (stop instanceof Stop.Parked parked) {
            return reader.parked(run.id(), at.checkpoint().step(), at.mode(), parked.reason(), parked.required());
        }
        if (stop instanceof Stop.Blocked blocked) {
            throw exception(blocked);
        }
        return end(run.id(), stop)
                .withEffectsInDoubt(at.effects().stream()
                        .filter(effect -> effect.status() == EffectStatus.IN_DOUBT)
                        .map(effect -> effect.id().label())
                        .toList());
    }

    private static StepgraphException exception(Stop.Blocked blocked) {
        return switch (blocked.code()) {
            case "UNKNOWN_STEP", "GATE_BYPASSED", "INCOMPATIBLE_STORE" ->
                new StepgraphException(ErrorCode.valueOf(blocked.code()), blocked.message());
            case "STORE_UNAVAILABLE" -> new StoreUnavailableException(blocked.message());
            default -> new StepgraphException(ErrorCode.CORRUPT_CHECKPOINT, blocked.message());
        };
    }

    private RunOutcome<N> end(String id, Stop stop) {
        if (stop instanceof Stop.Completed completed) {
            return reader.completed(id, largeValues.whole(completed.output()));
        }
        return stop instanceof Stop.Failed failed
                ? reader.failed(id, largeValues.whole(failed.failure()))
                : new RunOutcome.Cancelled<>(((Stop.Cancelled) stop).by());
    }
}
