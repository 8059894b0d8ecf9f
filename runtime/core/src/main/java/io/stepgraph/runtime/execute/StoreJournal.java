package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The journal of a run in a store: one commit for each visit (R2). */
final class StoreJournal<S, N extends Enum<N>> implements Journal<S, N> {
    private final LeasedRun run;
    private final Execution execution;
    private final GraphPlan<N> plan;
    private final GraphValues<N> values;
    private final RunLog<N> log;
    private final RunnerConfig config;

    // The state and input of the visit as they are stored.
    private Json storedState;
    private @Nullable Json storedInput;
    private @Nullable Json storedMarks;
    private @Nullable Marks marksOfStored;

    // What was encoded of the departure.
    private Json newState;
    private @Nullable Json newValue;

    StoreJournal(
            LeasedRun run,
            Execution execution,
            GraphPlan<N> plan,
            GraphValues<N> values,
            RunLog<N> log,
            RunnerConfig config,
            Checkpoint stored,
            @Nullable Marks marks) {
        this.run = run;
        this.execution = execution;
        this.plan = plan;
        this.values = values;
        this.log = log;
        this.config = config;
        this.storedState = Objects.requireNonNull(stored.state());
        this.storedInput = stored.input();
        this.storedMarks = stored.marks();
        this.marksOfStored = marks;
        this.newState = storedState;
    }

    @Override
    public @Nullable Stop<N> lookUp(Position<S, N> at) {
        LeaseLost lost = execution.lost();
        if (lost != null) {
            throw lost;
        }
        boolean isCancelSeen = run.confirm();
        if (isCancelSeen || execution.isCancelWanted()) {
            execution.forgetCancel();
            run.lookAgain();
        }
        if (run.cancelBy() != null) {
            run.commitCancel();
            return cancelled();
        }
        if (execution.isClosing()) {
            run.release();
            throw Executions.closed(execution.key);
        }
        if (Thread.currentThread().isInterrupted()) {
            run.release();
            throw new CallInterrupted(
                    "The thread that executed run '" + execution.key + "' was interrupted before step '" + at.step.name
                            + "' was done. The run was given back; run it again to go on there.");
        }
        if (run.isOverdue()) {
            return overdue(at);
        }
        return null;
    }

    @Override
    public ModeGate gate() {
        return run.gate();
    }

    @Override
    public void keep(Position<S, N> at) {}

    @Override
    @SuppressWarnings("unchecked") // what is read back of a state is one
    public void encode(Position<S, N> at, Departure<S, N> departure) {
        boolean isAsStored = departure.state() == at.state && values.state().isImmutable();
        Stored state = isAsStored ? new Stored(storedState, at.state) : values.left(at.step, departure.state());
        Stored value = value(at, departure, state);
        newState = state.json();
        newValue = value == null ? null : value.json();
        departure.goOnWith((S) state.value(), value == null ? null : value.value());
    }

    private @Nullable Stored value(Position<S, N> at, Departure<S, N> departure, Stored state) {
        Object value = departure.value();
        if (value == null) {
            return null;
        }
        return switch (departure.kind()) {
            case GO -> values.input(departure.target()).store(value);
            case ASK -> values.question(at.step).store(value);
            case END ->
                value == departure.state() && values.outputIsState()
                        ? state
                        : values.output().store(value);
            case PARK, FAIL -> null;
        };
    }

    @Override
    public @Nullable Stop<N> store(Position<S, N> at, Departure<S, N> departure) {
        try {
            return switch (departure.kind()) {
                case GO -> go(at, departure);
                case ASK -> ask(at, departure);
                case END -> end(at, departure);
                case PARK -> park(at, departure);
                case FAIL -> fail(at, departure);
            };
        } catch (UnstorableState aboveALimitOfTheStore) {
            throw withoutSignals(aboveALimitOfTheStore);
        }
    }

    /** It may be their number: what fails the step must be storable. */
    private UnstorableState withoutSignals(UnstorableState aboveALimitOfTheStore) {
        log.dropSignals();
        return aboveALimitOfTheStore;
    }

    @Override
    public @Nullable Stop<N> retry(Position<S, N> at, Duration delay, Throwable cause) {
        Checkpoint again = new Checkpoint(
                at.step.name, storedInput, null, at.visit, at.attempt + 1, at.crashes, at.budgetFrom, storedMarks);
        // A long delay holds neither the lease nor, but for the caller who waits, a thread (R6).
        boolean isLong = delay.compareTo(config.lease().dividedBy(2)) > 0;
        LeasedRun.Written written;
        try {
            written = run.commit(
                    again,
                    isLong ? new Rest.Delayed() : null,
                    isLong ? delay : null,
                    log.retryingDocument(at, delay, cause));
        } catch (UnstorableState aboveALimitOfTheStore) {
            throw withoutSignals(aboveALimitOfTheStore);
        }
        if (written == LeasedRun.Written.CANCELLED) {
            return cancelled();
        }
        log.retrying(at, delay, cause);
        if (isLong) {
            throw new Delayed();
        }
        if (!delay.isZero() && !execution.isClosing()) {
            try {
                config.time().await(execution.wake(), Math.min(Time.nanos(delay), run.nanosLeft()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return null;
    }

    @Override
    public boolean isAttempted() {
        return log.isAttempted();
    }

    @Override
    @SuppressWarnings("unchecked") // the codec of the state gives states
    public void restore(Position<S, N> at) {
        try {
            at.state = (S) values.state().read(storedState);
            at.input = storedInput == null ? null : values.input(at.step).read(storedInput);
        } catch (UnreadableValue unreadable) {
            run.release();
            throw new CorruptCheckpoint(
                    "Run '" + execution.key + "' cannot go on at step '" + at.step.name
                            + "': what was stored for it cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private @Nullable Stop<N> go(Position<S, N> at, Departure<S, N> departure) {
        Json marks = marks(departure.marks());
        Checkpoint next = new Checkpoint(
                departure.target().name, newValue, changedState(), at.visit + 1, 1, 0, at.budgetFrom, marks);
        String target = departure.target().name;
        StepFailure failure = departure.takenOver();
        Json event = failure == null
                ? log.finishedDocument(at, target)
                : RunLog.stepFailedDocument(at, values.failure().write(failure), target);
        if (run.commit(next, null, null, event) == LeasedRun.Written.CANCELLED) {
            return cancelled();
        }
        storedState = newState;
        storedInput = newValue;
        storedMarks = marks;
        marksOfStored = departure.marks();
        if (failure == null) {
            log.finished(at, target);
        } else {
            log.stepFailed(failure, target);
        }
        return null;
    }

    private Stop<N> ask(Position<S, N> at, Departure<S, N> departure) {
        String nonce = Nonces.next();
        Rest.Asked asked = new Rest.Asked(
                nonce, Objects.requireNonNull(newValue), values.answers(at.step).schema());
        Json event = log.askedDocument(at, nonce, asked.question());
        Checkpoint here = resting(at, changedState(), at.budgetFrom);
        if (run.commit(here, asked, at.step.spec.expires(), event) == LeasedRun.Written.CANCELLED) {
            return cancelled();
        }
        Ticket ticket = new Ticket(
                execution.key.scope(), execution.key.id(), run.lease().incarnation(), at.visit, at.step.name, nonce);
        Object question = Objects.requireNonNull(departure.value());
        log.asked(ticket, question);
        return new Stop.Asked<>(at.step.step, ticket, question);
    }

    private Stop<N> end(Position<S, N> at, Departure<S, N> departure) {
        Rest.Succeeded succeeded = new Rest.Succeeded(Objects.requireNonNull(newValue));
        Checkpoint here = resting(at, changedState(), at.budgetFrom);
        if (run.commit(here, succeeded, null, log.finishedDocument(at, null), RunLog.completedDocument())
                == LeasedRun.Written.CANCELLED) {
            return cancelled();
        }
        Object result = Objects.requireNonNull(departure.value());
        log.completed(at, result);
        return new Stop.Completed<>(result);
    }

    /** What parks is entered by somebody's decision, which counts as a new beginning: the budget is counted from here. */
    private @Nullable Stop<N> park(Position<S, N> at, Departure<S, N> departure) {
        String reason = (String) Objects.requireNonNull(departure.value());
        LeasedRun.Written written = run.commit(
                resting(at, null, at.visit),
                new Rest.Parked(reason, departure.required()),
                null,
                log.parkedDocument(at, reason));
        if (written == LeasedRun.Written.STORED) {
            log.parked(at, reason);
            return run.gate().parked(at.step, reason, departure.required());
        }
        return written == LeasedRun.Written.CANCELLED ? cancelled() : null;
    }

    private Stop<N> fail(Position<S, N> at, Departure<S, N> departure) {
        StepFailure failure = (StepFailure) Objects.requireNonNull(departure.value());
        Json stored = values.failure().write(failure);
        Checkpoint here = resting(at, null, at.budgetFrom);
        Json event = RunLog.failedDocument(stored);
        if (run.commit(here, new Rest.Failed(stored), null, event) == LeasedRun.Written.CANCELLED) {
            return cancelled();
        }
        log.failed(failure);
        return new Stop.Failed<>(failure, departure.cause());
    }

    private Stop<N> overdue(Position<S, N> at) {
        Departure<S, N> late = new Departure<>(plan);
        late.fail(at, Failures.withoutCause(at, ErrorCode.DEADLINE_EXCEEDED, Failures.TIME_IS_OVER), null);
        return Objects.requireNonNull(store(at, late));
    }

    private Stop<N> cancelled() {
        String by = Objects.requireNonNull(run.cancelBy());
        log.cancelled(by);
        return new Stop.Cancelled<>(by);
    }

    /** Where a run rests: in the visit it is in. */
    private Checkpoint resting(Position<S, N> at, @Nullable Json state, long budgetFrom) {
        return new Checkpoint(
                at.step.name, storedInput, state, at.visit, at.attempt, at.crashes, budgetFrom, storedMarks);
    }

    /** A state that is as it was need not be written again. */
    private @Nullable Json changedState() {
        return newState.equals(storedState) ? null : newState;
    }

    private @Nullable Json marks(@Nullable Marks marks) {
        if (marks == marksOfStored) {
            return storedMarks;
        }
        return marks == null ? null : values.marks().write(marks.stored(plan));
    }
}
