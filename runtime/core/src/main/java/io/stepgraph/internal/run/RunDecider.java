package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.AttemptResult;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.HookChain;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.visit.CheckpointReader;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides by the status of a run how a call brings it to where it pauses or ends (R3, R4). */
final class RunDecider<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final AnswerHandler<A, S, E, N> answers;
    private final CallJoiner<S, N> joiner;
    private final RunnerContext runner;
    private final RunCommands commands;

    RunDecider(
            GraphRunner<A, S, E, N> graph,
            StoredRunReader<S, N> records,
            AnswerHandler<A, S, E, N> answers,
            RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.answers = answers;
        this.joiner = new CallJoiner<>(graph, records, runner);
        this.runner = runner;
        this.commands = new RunCommands(runner);
    }

    /** Decides for a run as it was read. */
    Decision<S, N> decide(StoredRun found) {
        return switch (found.status()) {
            case RUNNING -> running(found);
            case QUEUED -> queued(found);
            case WAITING -> waiting(found);
            case COMPLETED, FAILED, CANCELLED -> stored(found);
        };
    }

    /** Opens a failed run again at the visit that failed: with a call, the agents that have failed (C10). */
    Decision<S, N> reopen(StoredRun failed, @Nullable String by) {
        StepSpec.Call call = records.step(failed).spec.call();
        if (call != null || failed.calledBy() != null) {
            Duration timeout = call == null ? null : call.timeout();
            commands.reopen(failed, by, timeout == null ? null : Due.in(timeout));
            return new Decision.Reload<>();
        }
        return acquire(failed, records.position(failed), false, null, by);
    }

    private Decision<S, N> running(StoredRun found) {
        Owner other = Objects.requireNonNull(found.owner());
        if (other.equals(runner.leases().owner()) && !found.isLeaseOver()) {
            // Nobody else in this runner handles it: an earlier call lost touch with the store, or broke down and was
            // not able to write that.
            if (runner.localRuns().takeBreakdown(found.key(), found.fencingToken())) {
                return acquire(found, true);
            }
            runner.leases().release(found);
            return new Decision.Reload<>();
        }
        boolean isDead = OwnerIdentity.isDead(other);
        return isDead || found.isLeaseOver()
                ? acquire(found, isDead)
                : new Decision.Wait<>(waiter -> waiter.awaitOwner(found));
    }

    private Decision<S, N> queued(StoredRun found) {
        if (found.stopReason() instanceof StopReason.Answered submitted) {
            // Even if the run is overdue, so that a retry finds it at the step that takes the answer.
            return answers.acquireAnswered(found, submitted);
        }
        if (found.stopReason() instanceof StopReason.Joined joined) {
            return joiner.join(found, joined);
        }
        if (found.isOverdue()) {
            return overdue(found);
        }
        return found.dueAt() == null || found.isDue()
                ? queuedNow(found)
                : new Decision.Wait<>(waiter -> waiter.awaitDelay(found));
    }

    private Decision<S, N> queuedNow(StoredRun found) {
        StepCursor<S, N> at = records.position(found);
        Decision<S, N> taken = at.step.isMailbox && found.stopReason() == null
                ? answers.take(found, at.step, RuleState.isListening(at.ruleState))
                : null;
        return taken == null ? acquire(found, at, false, null, null) : taken;
    }

    private Decision<S, N> waiting(StoredRun found) {
        if (found.stopReason() instanceof StopReason.Called) {
            return called(found);
        }
        if (found.isOverdue()) {
            return overdue(found);
        }
        if (found.stopReason() instanceof StopReason.Parked) {
            return parked(found);
        }
        if (!found.isDue()) {
            return stored(found);
        }
        return found.stopReason() instanceof StopReason.QuestionAsked ? answers.expire(found) : answers.goOn(found);
    }

    private Decision<S, N> called(StoredRun found) {
        StoredRun waiting = stopInTime(found);
        return waiting == null ? new Decision.Reload<>() : new Decision.Family<>(waiting);
    }

    /**
     * Stops the agents of a call whose time is over; the run goes on when the last of them has ended (C9).
     *
     * @param found the run; null if it is gone
     * @return the run as it waits for them; null if it waits no longer, or has changed
     */
    @Nullable StoredRun stopInTime(@Nullable StoredRun found) {
        if (found == null || !(found.stopReason() instanceof StopReason.Called)) {
            return null;
        }
        if (!found.isDue() && !found.isOverdue()) {
            return found;
        }
        StoredRun now = stopCalled(found) ? runner.store().call(s -> s.runs().find(found.key())) : null;
        return now != null && now.stopReason() instanceof StopReason.Called ? now : null;
    }

    private boolean stopCalled(StoredRun found) {
        return found.isOverdue()
                ? commands.stopCalled(found, ErrorCode.DEADLINE_EXCEEDED, Failures.TIME_IS_OVER)
                : commands.stopCalled(
                        found,
                        ErrorCode.CALL_TIMED_OUT,
                        "The time of call '" + found.checkpoint().step() + "' of run '" + found.key() + "' is over.");
    }

    private Decision<S, N> stored(StoredRun found) {
        return new Decision.Return<>(records.outcome(found, Objects.requireNonNull(found.stopReason())));
    }

    /** Evaluates the gate again. While it is closed, nothing is written. */
    private Decision<S, N> parked(StoredRun found) {
        StepCursor<S, N> cursor = records.position(found);
        ModeGate gate = new ModeGate(found.mode(), runner.config().visits().maxMode());
        StopReason.Parked why = (StopReason.Parked) Objects.requireNonNull(found.stopReason());
        boolean isBegun = cursor.attempt > 1;
        if (!gate.isOpenTo(cursor.step, why.required(), isBegun)) {
            return new Decision.Return<>(gate.closed(cursor.step, why.required(), isBegun));
        }
        if (why.required() == null && isEffectInDoubt(found)) {
            return new Decision.Return<>(gate.denied(cursor.step, why.reason()));
        }
        HookChain<S, N> hooks = graph.hooks(found.key().id());
        if (hooks != null) {
            AttemptResult<S, N> instead = hooks.foresee(cursor, gate.effective());
            if (instead instanceof AttemptResult.Denied<S, N> denied) {
                return new Decision.Return<>(gate.denied(cursor.step, denied.reason()));
            }
            if (instead instanceof AttemptResult.Aborted) {
                throw RunWaiter.interrupted(found.key());
            }
            // A hook that failed fails the step, once the run has been acquired.
        }
        return acquire(found, cursor, false, hooks, null);
    }

    /** Whether a person has to resolve an effect before the step is tried again (E4). */
    private boolean isEffectInDoubt(StoredRun found) {
        return runner.store().call(s -> s.effects().findInDoubt(found.key())).stream()
                .anyMatch(effect -> effect.holdsRun(found.checkpoint().visit()));
    }

    private Decision<S, N> overdue(StoredRun found) {
        endOverdue(found);
        return new Decision.Reload<>();
    }

    /**
     * Ends a run that nobody executes and whose deadline has passed (R8); of one that waits for agents, those (C9).
     *
     * @return false if the run changed since it was read, is executed, waits for agents, or has an answer or results to
     *     be taken up first
     */
    boolean endOverdue(StoredRun found) {
        StopReason why = found.stopReason();
        if (why instanceof StopReason.Called) {
            stopCalled(found);
            return false;
        }
        return !(why instanceof StopReason.Answered)
                && !(why instanceof StopReason.Joined)
                && runner.fail(found, ErrorCode.DEADLINE_EXCEEDED, Failures.TIME_IS_OVER);
    }

    /** Whether the run in the way of a start was overdue: it has failed now, as with any touch (R8). */
    boolean endOverdue(ThreadBusyException busy) {
        if (busy.runId() == null) {
            return false;
        }
        try {
            RunKey key = new RunKey(runner.config().namespace(), busy.runId());
            StoredRun other = runner.store().call(s -> s.runs().find(key));
            return other != null && other.isOverdue() && endOverdue(other);
        } catch (StepgraphException damaged) {
            if (damaged.code() != ErrorCode.CORRUPT_CHECKPOINT) {
                throw damaged;
            }
            return false;
        }
    }

    private Decision<S, N> acquire(StoredRun found, boolean isOwnerDead) {
        return acquire(found, records.position(found), isOwnerDead, null, null);
    }

    private Decision<S, N> acquire(
            StoredRun found,
            StepCursor<S, N> cursor,
            boolean isOwnerDead,
            @Nullable HookChain<S, N> asked,
            @Nullable String by) {
        AcquiredRun acquired = runner.leases().acquire(found, isOwnerDead, by);
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        CheckpointReader.settle(cursor, acquired.run().checkpoint());
        return new Decision.Execute<>(acquired, cursor, asked);
    }
}
