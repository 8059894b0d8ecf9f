package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LeasedRun;
import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.log.StreamContext;
import io.stepgraph.internal.step.Checkpointer;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.internal.visit.AnswerRouter.Route;
import io.stepgraph.internal.visit.MailReader;
import io.stepgraph.internal.visit.VisitWriter;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The checkpointer of a run in a store: one commit for each visit (R2). */
final class StoreCheckpointer<S, N extends Enum<N>> implements Checkpointer<S, N> {
    private final LeasedRun run;
    private final LocalRun localRun;
    private final EventOutbox outbox;
    private final RunnerConfig config;
    private final VisitWriter<S, N> writer;
    private final CallWriter<S, N> calls;
    private final MailReader<S, N> mail;
    private boolean keepsTrace;

    /** The last look into a mailbox, on which the next commit depends. */
    private MailboxLook looked = new MailboxLook(0, 0, null);

    StoreCheckpointer(
            LeasedRun run,
            LocalRun localRun,
            EventOutbox outbox,
            RunnerConfig config,
            VisitWriter<S, N> writer,
            CallWriter<S, N> calls,
            MailReader<S, N> mail) {
        this.run = run;
        this.localRun = localRun;
        this.outbox = outbox;
        this.config = config;
        this.writer = writer;
        this.calls = calls;
        this.mail = mail;
        this.keepsTrace = config.failureTrace();
    }

    @Override
    public Progress<N> lookUp(StepCursor<S, N> cursor) {
        localRun.checkLease();
        boolean isCancelSeen = run.confirm();
        if (isCancelSeen || localRun.isCancelWanted()) {
            localRun.forgetCancel();
            run.reload();
        }
        if (isToEnd()) {
            return ended();
        }
        if (localRun.isClosing()) {
            run.release();
            throw StreamContext.closed(localRun.key);
        }
        if (Interrupts.isInterrupted()) {
            run.release();
            throw new StepgraphException(
                    ErrorCode.CALL_INTERRUPTED,
                    "The thread that executed run '" + localRun.key + "' was interrupted before step '"
                            + cursor.step.name + "' was done. The run was released; run it again to continue there.");
        }
        return run.isOverdue()
                ? store(
                        cursor,
                        new StepResult.Failed<>(
                                Failures.withoutCause(cursor, ErrorCode.DEADLINE_EXCEEDED, Failures.TIME_IS_OVER),
                                null))
                : Progress.proceed();
    }

    @Override
    public ModeGate gate() {
        return run.gate();
    }

    @Override
    public Instant wall() {
        return config.clock().wall();
    }

    @Override
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        return writer.encode(cursor, next);
    }

    @Override
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        if (stop instanceof StepResult.Called<S, N> called) {
            calls.encode(cursor, called.starts());
        }
        return writer.encode(cursor, stop);
    }

    @Override
    public StepResult.Next<S, N> joined(StepCursor<S, N> cursor, Transition.Call<N, S> call) {
        return calls.joined(cursor, call);
    }

    @Override
    public StepResult.@Nullable Taken<S, N> take(StepCursor<S, N> cursor, S state) {
        looked = run.look(cursor.step.spec.names());
        StoredMessage first = looked.first();
        if (first == null || localRun.isReplied()) {
            return null;
        }
        Route<N> route;
        try {
            route = mail.route(run.here(), cursor.step, first);
        } catch (StepgraphException refusedByThisBuild) {
            run.release();
            throw refusedByThisBuild;
        }
        StepPlan<N> target = route.entry().step();
        Object input = target.takesInput ? route.value() : null;
        StepResult.Next<S, N> next =
                new StepResult.Next<>(target, state, input, route.entry().ruleState());
        return new StepResult.Taken<>(next, first.number(), first.id(), first.by(), route.value());
    }

    @Override
    public Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> result) {
        if (result instanceof StepResult.Called) {
            Progress<N> progress = commit(writer.called(cursor, calls.call()), null, new Progress.Waits<>());
            if (progress instanceof Progress.Waits) {
                calls.started().forEach(outbox::tell);
            }
            return progress;
        }
        VisitResult left = writer.result(cursor, result, run.gate());
        if (result instanceof StepResult.Next<S, N> next) {
            return enter(next, left, cursor.work);
        }
        if (result instanceof StepResult.Handled<S, N> handled) {
            return enter(handled.next(), left, null);
        }
        if (result instanceof StepResult.Taken<S, N> taken) {
            MessageWrite.Takes takes = new MessageWrite.Takes(
                    taken.number(), looked.settled(), left.checkpoint().visit());
            return enter(taken.next(), left.with(takes), null);
        }
        if (result instanceof StepResult.Paused) {
            return cursor.step.isMailbox ? listen(left) : commit(left, null, new Progress.Waits<>());
        }
        Ticket ticket = left.stopReason() instanceof StopReason.QuestionAsked asked
                ? writer.ticket(left.checkpoint(), asked)
                : null;
        if (ticket != null && result instanceof StepResult.Refused<S, N> refused) {
            return commit(left, null, new Progress.Refused<>(ticket, refused.thrown()));
        }
        Progress<N> stopped = new Progress.Stopped<>(result.outcome(cursor.step, run.gate(), ticket));
        return commit(
                result instanceof StepResult.Failed<S, N> failed ? withTrace(left, failed.cause()) : left,
                cursor.work,
                stopped);
    }

    private Progress<N> listen(VisitResult left) {
        if (looked.first() != null) {
            // The call has the reply for which it executes the run: others take the next message (Q10).
            run.release();
            return new Progress.Released<>();
        }
        return commit(left.with(new MessageWrite.Listens(looked.told())), null, new Progress.Waits<>());
    }

    private Progress<N> enter(StepResult.Next<S, N> next, VisitResult left, @Nullable CheckpointWork work) {
        Progress<N> stored = left.stopReason() == null ? Progress.proceed() : new Progress.Released<>();
        Progress<N> progress = commit(left, work, stored);
        if (progress.continues()) {
            writer.follow(next, left);
        }
        return progress;
    }

    private VisitResult withTrace(VisitResult left, @Nullable Throwable cause) {
        return keepsTrace && cause != null && left.stopReason() instanceof StopReason.Failed failed
                ? left.withStopReason(new StopReason.Failed(failed.failure(), FailureTrace.of(cause)))
                : left;
    }

    @Override
    public boolean mayRefuse(StepCursor<S, N> cursor) {
        return writer.mayRefuse(cursor, run.effects());
    }

    @Override
    public Doubts leaveInDoubt(StepCursor<S, N> cursor) {
        return run.effects().leaveInDoubt(cursor.visit);
    }

    @Override
    public Progress<N> retry(StepCursor<S, N> cursor, Duration delay, Throwable cause) {
        VisitResult left = writer.retried(cursor, delay, cause);
        // During a long delay the run holds no lease, and only a waiting caller holds a thread (R6).
        Progress<N> progress = delay.compareTo(config.lease().dividedBy(2)) > 0
                ? commit(left, null, new Progress.Released<>())
                : commit(left.withStopReason(null), null, Progress.proceed());
        if (progress.continues() && !delay.isZero() && !localRun.isClosing()) {
            localRun.sleep(config.clock(), Math.min(Nanos.of(delay), run.nanosLeft()));
        }
        return progress;
    }

    @Override
    public void restore(StepCursor<S, N> cursor) {
        try {
            writer.restore(cursor);
        } catch (StepgraphException unreadable) {
            run.release();
            throw unreadable;
        }
    }

    private boolean isToEnd() {
        return run.isCancelRequested() || run.stopAs() != null;
    }

    /** Ends the run as somebody has requested. */
    private Progress<N> ended() {
        Json stopAs = run.stopAs();
        if (stopAs == null || run.isCancelRequested()) {
            return new Progress.Stopped<N>(new RunOutcome.Cancelled<>(run.commitCancel()));
        }
        StepFailure<?> failure = writer.failure(stopAs);
        run.commitStop(failure);
        return new Progress.Stopped<N>(new RunOutcome.Failed<>(failure, null));
    }

    /**
     * Commits a result. If the store refuses it, its custom events and its stack trace are dropped, so that the failure
     * can be stored.
     *
     * @param work what the step hands to the transaction; null if it hands nothing
     * @param stored the progress of the run once the result is stored
     */
    private Progress<N> commit(VisitResult left, @Nullable CheckpointWork work, Progress<N> stored) {
        try {
            if (run.commit(left, work) == CommitResult.STORED) {
                if (left.messages() instanceof MessageWrite.Replies given) {
                    given.replies().forEach(reply -> localRun.replied(reply.number()));
                }
                return stored;
            }
            if (isToEnd()) {
                return ended();
            }
            // Instead of parking, the run looks at its mode again; at a mailbox, it looks at that.
            return left.dependsOnMessages() ? new Progress.Again<>() : Progress.proceed();
        } catch (NotStorableException aboveALimitOfTheStore) {
            outbox.dropCustomEvents();
            keepsTrace &= !(left.stopReason() instanceof StopReason.Failed);
            throw aboveALimitOfTheStore;
        }
    }
}
