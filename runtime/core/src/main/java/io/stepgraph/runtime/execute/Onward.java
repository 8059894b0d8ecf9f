package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import io.stepgraph.runtime.store.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Brings a run that exists to its next stop, whatever it is found doing (R3, R4). */
final class Onward<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> runner;
    private final StoredPositions<S, N> positions;
    private final StoredStops<S, N> stops;
    private final Answering<A, S, E, N> answering;
    private final Shield store;
    private final RunnerConfig config;
    private final Claims claims;
    private final Executions executions;

    Onward(
            GraphRunner<A, S, E, N> runner,
            StoredPositions<S, N> positions,
            StoredStops<S, N> stops,
            Answering<A, S, E, N> answering,
            Shield store,
            RunnerConfig config,
            Claims claims,
            Executions executions) {
        this.runner = runner;
        this.positions = positions;
        this.stops = stops;
        this.answering = answering;
        this.store = store;
        this.config = config;
        this.claims = claims;
        this.executions = executions;
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
        return switch (found.status()) {
            case RUNNING -> running(found, mine, waiting);
            case QUEUED -> queued(found, mine, waiting);
            case WAITING -> found.isOverdue() ? runner.endOverdue(found) : waiting(found, mine);
            case SUCCEEDED, FAILED, CANCELLED -> stops.of(found, rest(found));
        };
    }

    /** Opens a failed run again at the visit that failed. */
    @Nullable Stop<N> again(RunRecord failed, Execution mine) {
        return acquire(failed, positions.of(failed), mine, false, null);
    }

    private @Nullable Stop<N> running(RunRecord found, Execution mine, Attachment waiting) {
        Owner other = Objects.requireNonNull(found.owner());
        if (other.equals(claims.owner()) && !found.isLeaseOver()) {
            // Nobody else in this runner has it in hand: an earlier call lost touch with the store, or broke down
            // and was not able to write that.
            if (executions.takeBreakdown(found.key(), found.token())) {
                return acquire(found, positions.of(found), mine, true, null);
            }
            store.release(found.lease(config.lease()));
            return null;
        }
        boolean isDead = DeadOwners.isDead(other);
        if (isDead || found.isLeaseOver()) {
            return acquire(found, positions.of(found), mine, isDead, null);
        }
        awaitChange(found, other, waiting);
        return null;
    }

    private void awaitChange(RunRecord found, Owner other, Attachment waiting) {
        Standing now;
        do {
            waiting.pause(found, other);
            now = store.standing(found.key());
        } while (now != null
                && now.status() == Status.RUNNING
                && now.incarnation() == found.incarnation()
                && now.token() == found.token()
                && !now.isLeaseOver()
                && !DeadOwners.isDead(other));
    }

    private @Nullable Stop<N> queued(RunRecord found, Execution mine, Attachment waiting) {
        if (found.rest() instanceof Rest.Answered submitted) {
            // Even if the run's time is over, so that a retry finds it at the step that takes the answer.
            return answering.takeUp(found, submitted, mine);
        }
        if (found.isOverdue()) {
            return runner.endOverdue(found);
        }
        if (found.wakeAt() != null && !found.isDue()) {
            awaitDelay(found, found.wakeAt(), waiting);
            return null;
        }
        return acquire(found, positions.of(found), mine, false, null);
    }

    /** Until the delay or the run's time is over by the store's clock, or something has changed. */
    private void awaitDelay(RunRecord found, Instant wakeAt, Attachment waiting) {
        Instant deadline = found.deadline();
        Instant end = deadline != null && deadline.isBefore(wakeAt) ? deadline : wakeAt;
        Instant seenAt = found.readAt();
        while (seenAt.isBefore(end)) {
            waiting.delay(found, Duration.between(seenAt, end));
            Standing now = store.standing(found.key());
            if (now == null
                    || now.status() != Status.QUEUED
                    || now.incarnation() != found.incarnation()
                    || now.token() != found.token()) {
                return;
            }
            seenAt = now.readAt();
        }
    }

    private @Nullable Stop<N> waiting(RunRecord found, Execution mine) {
        Rest rest = rest(found);
        if (rest instanceof Rest.Parked) {
            return parked(found, mine);
        }
        return found.isDue() ? answering.expire(found, mine) : stops.of(found, rest);
    }

    /** Is the gate still closed? Then nothing is written. */
    private @Nullable Stop<N> parked(RunRecord found, Execution mine) {
        Position<S, N> at = positions.of(found);
        ModeGate gate = new ModeGate(found.mode(), config.maxMode());
        if (!gate.isOpenTo(at.step)) {
            return gate.closed(at.step);
        }
        HookChain<S, N> hooks = runner.hooks(found.key().id());
        if (hooks != null) {
            try {
                hooks.foresee(at, gate.effective());
            } catch (Denied denied) {
                return gate.denied(at.step, denied.reason());
            } catch (Voided interrupted) {
                throw Attachment.interrupted(found.key());
            } catch (Exception failed) {
                // It will fail the step, once it has been acquired.
            }
        }
        return acquire(found, at, mine, false, hooks);
    }

    private @Nullable Stop<N> acquire(
            RunRecord found, Position<S, N> at, Execution mine, boolean isOwnerDead, @Nullable HookChain<S, N> hooks) {
        Claimed claimed = claims.acquire(found, isOwnerDead);
        if (claimed == null) {
            return null;
        }
        StoredPositions.settle(at, claimed.run().checkpoint());
        RunLog<N> log = runner.log(found.key());
        log.acquired(found.status(), at);
        return runner.toNextStop(
                claimed, at, mine, hooks == null ? runner.hooks(found.key().id()) : hooks, log);
    }

    private static Rest rest(RunRecord found) {
        return Objects.requireNonNull(found.rest());
    }
}
