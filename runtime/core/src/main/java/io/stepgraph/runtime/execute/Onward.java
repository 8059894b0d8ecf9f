package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Brings a run that exists to its next stop, whatever it is found doing (R3, R4). */
final class Onward<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> runner;
    private final StoredPositions<S, N> positions;
    private final StoredStops<S, N> stops;
    private final Shield store;
    private final RunnerConfig config;
    private final Owner owner;
    private final Claims claims;

    Onward(
            GraphRunner<A, S, E, N> runner,
            StoredPositions<S, N> positions,
            StoredStops<S, N> stops,
            Shield store,
            RunnerConfig config,
            Owner owner,
            Claims claims) {
        this.runner = runner;
        this.positions = positions;
        this.stops = stops;
        this.store = store;
        this.config = config;
        this.owner = owner;
        this.claims = claims;
    }

    /**
     * Goes on from what was found.
     *
     * @param found the run as it was read
     * @param mine this call, which has the run in hand
     * @param waiting how this call waits for an owner elsewhere
     * @return where it came to rest; null to look again
     */
    @Nullable Stop<N> from(RunRecord found, Execution mine, Attachment waiting) {
        Rest rest = found.rest();
        if (found.status() == Status.RUNNING) {
            return running(found, mine, waiting);
        }
        if (rest == null) {
            return acquire(found, positions.of(found), mine, null);
        }
        if (found.status() == Status.WAITING && isOverdue(found)) {
            return acquire(found, positions.of(found), mine, null);
        }
        if (rest instanceof Rest.Parked) {
            return parked(found, mine);
        }
        return stops.of(found, rest);
    }

    /** Opens a failed run again at the visit that failed. */
    @Nullable Stop<N> again(RunRecord failed, Execution mine) {
        return acquire(failed, positions.of(failed), mine, null);
    }

    /** Is the gate still closed? Then nothing is written. */
    private @Nullable Stop<N> parked(RunRecord found, Execution mine) {
        Position<S, N> at = positions.of(found);
        PermissionMode mode = found.mode().lowerOf(config.ceiling());
        if (!mode.permits(at.step.mode)) {
            return new Stop.Parked<>(at.step.step, ModeGate.reason(at.step, mode), at.step.mode);
        }
        HookChain<S, N> hooks = runner.hooks(found.key().id());
        if (hooks != null) {
            try {
                hooks.foresee(at, mode);
            } catch (Denied denied) {
                return new Stop.Parked<>(at.step.step, denied.reason(), null);
            } catch (Voided interrupted) {
                throw Attachment.interrupted(found.key());
            } catch (Exception failed) {
                // It will fail the step, once it has been acquired.
            }
        }
        return acquire(found, at, mine, hooks);
    }

    private @Nullable Stop<N> running(RunRecord found, Execution mine, Attachment waiting) {
        Owner other = Objects.requireNonNull(found.owner());
        if (other.equals(owner)) {
            // Nobody else in this runner has it in hand: an earlier call lost touch with the store, or died of an
            // Error.
            store.release(found.lease());
            return null;
        }
        if (!DeadOwners.isDead(other)) {
            waiting.pause(found, other);
            return null;
        }
        return acquire(found, positions.of(found), mine, null);
    }

    private @Nullable Stop<N> acquire(
            RunRecord found, Position<S, N> at, Execution mine, @Nullable HookChain<S, N> hooks) {
        RunRecord acquired = claims.acquire(found);
        if (acquired == null) {
            return null;
        }
        StoredPositions.settle(at, acquired.checkpoint());
        runner.events(found.key().id()).resumed(at);
        return runner.toNextStop(
                acquired, at, mine, hooks == null ? runner.hooks(found.key().id()) : hooks);
    }

    private boolean isOverdue(RunRecord run) {
        return run.deadline() != null && !config.time().now().isBefore(run.deadline());
    }
}
