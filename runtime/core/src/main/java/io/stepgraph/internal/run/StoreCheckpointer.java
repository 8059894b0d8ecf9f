package io.stepgraph.internal.run;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.LeasedRun;
import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.log.StreamContext;
import io.stepgraph.internal.step.Checkpointer;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.internal.visit.VisitReports;
import io.stepgraph.internal.visit.VisitValues;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TicketSecrets;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StopReason;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The checkpointer of a run in a store: one commit for each visit (R2). */
final class StoreCheckpointer<S, N extends Enum<N>> implements Checkpointer<S, N> {
    private final String runId;
    private final LeasedRun run;
    private final LocalRun localRun;
    private final GraphCodecs<N> codecs;
    private final EventOutbox outbox;
    private final RunnerConfig config;
    private final VisitValues<S, N> visit;
    private boolean keepsTrace;

    StoreCheckpointer(
            LeasedRun run,
            LocalRun localRun,
            GraphCodecs<N> codecs,
            EventOutbox outbox,
            RunnerConfig config,
            VisitValues<S, N> visit) {
        this.runId = localRun.key.id();
        this.run = run;
        this.localRun = localRun;
        this.codecs = codecs;
        this.outbox = outbox;
        this.config = config;
        this.visit = visit;
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
        if (run.cancelRequestedBy() != null) {
            run.commitCancel();
            return cancelled();
        }
        if (localRun.isClosing()) {
            run.release();
            throw StreamContext.closed(localRun.key);
        }
        if (Thread.currentThread().isInterrupted()) {
            run.release();
            throw new StepgraphException(
                    ErrorCode.CALL_INTERRUPTED,
                    "The thread that executed run '" + localRun.key + "' was interrupted before step '"
                            + cursor.step.name + "' was done. The run was released; run it again to continue there.");
        }
        return run.isOverdue()
                ? fail(cursor, Failures.withoutCause(cursor, ErrorCode.DEADLINE_EXCEEDED, Failures.TIME_IS_OVER), null)
                : Progress.proceed();
    }

    @Override
    public ModeGate gate() {
        return run.gate();
    }

    @Override
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        return visit.encode(cursor, next);
    }

    @Override
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        return visit.encode(cursor, stop);
    }

    @Override
    public Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> result) {
        if (result instanceof StepResult.Next<S, N> next) {
            return next(cursor, next, null);
        }
        if (result instanceof StepResult.Handled<S, N> handled) {
            return next(cursor, handled.next(), handled.failure());
        }
        if (result instanceof StepResult.Asked<S, N> asked) {
            return ask(cursor, asked.question());
        }
        if (result instanceof StepResult.Completed<S, N> completed) {
            return complete(cursor, completed.result());
        }
        if (result instanceof StepResult.Parked<S, N> parked) {
            return park(cursor, parked);
        }
        StepResult.Failed<S, N> failed = (StepResult.Failed<S, N>) result;
        return fail(cursor, failed.failure(), failed.cause());
    }

    @Override
    public Progress<N> retry(StepCursor<S, N> cursor, Duration delay, Throwable cause) {
        StepEntry again = visit.here(cursor, cursor.attempt + 1, cursor.budgetStartVisit);
        RunEvent event = VisitReports.retrying(runId, cursor, delay, cause);
        // During a long delay the run holds no lease, and only a waiting caller holds a thread (R6).
        Progress<N> progress = delay.compareTo(config.lease().dividedBy(2)) > 0
                ? commit(again, null, new StopReason.Delayed(), delay, null, new Progress.Released<>(), event)
                : commit(again, null, null, null, null, Progress.proceed(), event);
        if (progress.continues() && !delay.isZero() && !localRun.isClosing()) {
            localRun.sleep(config.time(), Math.min(Time.nanos(delay), run.nanosLeft()));
        }
        return progress;
    }

    @Override
    public void restore(StepCursor<S, N> cursor) {
        try {
            visit.restore(cursor);
        } catch (UnreadableValueException unreadable) {
            run.release();
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Run '" + localRun.key + "' cannot continue at step '" + cursor.step.name
                            + "': what was stored for it cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private Progress<N> next(StepCursor<S, N> cursor, StepResult.Next<S, N> next, @Nullable StepFailure failure) {
        StepEntry entered = visit.next(cursor, next);
        RunEvent event = VisitReports.left(runId, cursor, next.target().name, failure);
        Json stored = failure == null ? null : codecs.failure().write(failure);
        Progress<N> progress = commit(entered, visit.changedState(), null, null, stored, Progress.proceed(), event);
        if (progress.continues()) {
            visit.follow(next, entered);
        }
        return progress;
    }

    private Progress<N> ask(StepCursor<S, N> cursor, Object question) {
        String nonce = TicketSecrets.newNonce();
        Json written = visit.encodedValue();
        StopReason.QuestionAsked asked = new StopReason.QuestionAsked(
                nonce, written, codecs.answers(cursor.step).schema());
        Ticket ticket = new Ticket(
                localRun.key.namespace(), runId, run.lease().runNumber(), cursor.visit, cursor.step.name, nonce);
        return commit(
                here(cursor),
                visit.changedState(),
                asked,
                cursor.step.spec.expires(),
                written,
                new Progress.Stopped<N>(new RunOutcome.QuestionAsked<>(cursor.step.step, ticket, question)),
                new RunEvent.QuestionAsked(runId, ticket, question));
    }

    private Progress<N> complete(StepCursor<S, N> cursor, Object result) {
        return commit(
                here(cursor),
                visit.changedState(),
                new StopReason.Completed(visit.encodedValue()),
                null,
                null,
                new Progress.Stopped<N>(new RunOutcome.Completed<>(result)),
                VisitReports.finished(runId, cursor, null),
                new RunEvent.Completed(runId, result));
    }

    /** Somebody's decision lets a parked run continue: the budget is counted from here. A worker with a higher maxMode needs none. */
    private Progress<N> park(StepCursor<S, N> cursor, StepResult.Parked<S, N> parked) {
        String reason = parked.reason();
        return commit(
                visit.here(cursor, parked.isBegun() ? cursor.attempt + 1 : cursor.attempt, cursor.visit),
                null,
                new StopReason.Parked(reason, parked.required()),
                parked.required() != null && run.gate().isHeldByRunner(cursor.step) ? Duration.ZERO : null,
                null,
                new Progress.Stopped<N>(run.gate().parked(cursor.step, reason, parked.required())),
                new RunEvent.Parked(runId, cursor.step.name, cursor.visit, reason));
    }

    private Progress<N> fail(StepCursor<S, N> cursor, StepFailure failure, @Nullable Throwable cause) {
        Json stored = codecs.failure().write(failure);
        return commit(
                here(cursor),
                null,
                new StopReason.Failed(stored, keepsTrace && cause != null ? FailureTrace.of(cause) : null),
                null,
                stored,
                new Progress.Stopped<N>(new RunOutcome.Failed<>(failure, cause)),
                new RunEvent.Failed(runId, failure));
    }

    private StepEntry here(StepCursor<S, N> cursor) {
        return visit.here(cursor, cursor.attempt, cursor.budgetStartVisit);
    }

    private Progress<N> cancelled() {
        return new Progress.Stopped<N>(new RunOutcome.Cancelled<>(Objects.requireNonNull(run.cancelRequestedBy())));
    }

    /**
     * Commits a result. If the store refuses it, its custom events and its stack trace are dropped, so that the failure can be
     * stored.
     *
     * @param state the state that replaces the stored one; null if that stays
     * @param value the value that the events hold, as JSON; null if they hold none
     * @param stored the progress of the run once the result is stored
     */
    private Progress<N> commit(
            StepEntry next,
            @Nullable Json state,
            @Nullable StopReason stopReason,
            @Nullable Duration dueIn,
            @Nullable Json value,
            Progress<N> stored,
            RunEvent... reports) {
        try {
            return switch (run.commit(next, state, stopReason, dueIn, value, reports)) {
                case STORED -> stored;
                case CANCELLED -> cancelled();
                case LOOK_AGAIN -> Progress.proceed();
            };
        } catch (NotStorableException aboveALimitOfTheStore) {
            outbox.dropCustomEvents();
            keepsTrace &= !(stopReason instanceof StopReason.Failed);
            throw aboveALimitOfTheStore;
        }
    }
}
