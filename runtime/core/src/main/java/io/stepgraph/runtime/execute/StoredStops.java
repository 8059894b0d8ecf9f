package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;

/** Reads from stored runs where they rest, executing nothing. */
final class StoredStops<S, N extends Enum<N>> {
    private final GraphValues<N> values;
    private final StoredPositions<S, N> positions;
    private final PermissionMode maxMode;

    /**
     * As a runner tells them.
     *
     * @param maxMode the most that it allows
     */
    StoredStops(GraphValues<N> values, StoredPositions<S, N> positions, PermissionMode maxMode) {
        this.values = values;
        this.positions = positions;
        this.maxMode = maxMode;
    }

    /** Where a run rests. */
    Stop<N> of(RunRecord run, Rest rest) {
        try {
            if (rest instanceof Rest.Asked asked) {
                return asked(run, asked);
            }
            if (rest instanceof Rest.Parked parked) {
                return new ModeGate(run.mode(), maxMode)
                        .parked(positions.step(run), parked.reason(), parked.required());
            }
            if (rest instanceof Rest.Succeeded succeeded) {
                return new Stop.Completed<>(values.output().read(succeeded.output()));
            }
            if (rest instanceof Rest.Failed failed) {
                return new Stop.Failed<>((StepFailure) values.failure().read(failed.failure()), null);
            }
            return new Stop.Cancelled<>(((Rest.Cancelled) rest).by());
        } catch (UnreadableValue unreadable) {
            throw new CorruptCheckpoint(
                    "Where run '" + run.key() + "' rests, " + run.status() + " at step '"
                            + run.checkpoint().step() + "', cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private Stop<N> asked(RunRecord run, Rest.Asked asked) {
        StepPlan<N> interrupt = positions.interrupt(run);
        Ticket ticket = ticket(run, asked.nonce());
        return new Stop.Asked<>(
                interrupt.step, ticket, values.question(interrupt).read(asked.question()));
    }

    /**
     * The ticket of the question that a run asked last.
     *
     * @throws CorruptCheckpoint if what is stored of it can be no ticket's
     */
    static Ticket ticket(RunRecord run, String nonce) {
        try {
            // The name that the run was stored with, since that is what its ticket says everywhere.
            return new Ticket(
                    run.key().scope(),
                    run.key().id(),
                    run.incarnation(),
                    run.checkpoint().visit(),
                    run.checkpoint().step(),
                    nonce);
        } catch (IllegalArgumentException damaged) {
            throw new CorruptCheckpoint(
                    "The ticket of the question that run '" + run.key() + "' asked cannot be read. "
                            + damaged.getMessage(),
                    damaged);
        }
    }
}
