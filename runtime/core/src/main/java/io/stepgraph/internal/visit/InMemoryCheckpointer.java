package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.AnsweredQuestions;
import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.Checkpointer;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Horizon;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The checkpointer of a machine: it stores nothing, and nothing comes from outside while the run is executed. */
final class InMemoryCheckpointer<S, N extends Enum<N>> implements Checkpointer<S, N> {
    /** The id of a machine's run in its tickets and for its steps. */
    static final String RUN_ID = "machine";

    private final GraphCache<N> known;
    private final @Nullable Ticket[] tickets;
    private final AnsweredQuestions<N> answered;
    private final MachineEffects effects;
    private ModeGate gate;

    /** Where the run has asked the question that was answered last; null if none was. */
    private @Nullable StepCursor<S, N> asked;

    /** The state that it has left: the object itself if it cannot change, else a copy. */
    private @Nullable Object askedState;

    // The values that the visit was entered with: the objects themselves if they cannot change, else copies.
    private long keptVisit;
    private @Nullable Object keptState;
    private @Nullable Object keptInput;

    InMemoryCheckpointer(
            GraphCache<N> known, AnsweredQuestions<N> answered, MachineEffects effects, PermissionMode mode) {
        this.known = known;
        this.answered = answered;
        this.effects = effects;
        this.tickets = new Ticket[known.plan().size()];
        this.gate = gate(mode);
    }

    /** The run leaves a question by an answer; null if its time is over. */
    void answer(@Nullable StepCursor<S, N> at) {
        asked = at;
        askedState = at == null ? null : copy(known.values().state(), at.state);
    }

    void setMode(PermissionMode changed) {
        gate = gate(changed);
    }

    /** A machine has no ceiling. */
    private static ModeGate gate(PermissionMode mode) {
        return new ModeGate(mode, PermissionMode.BYPASS_PERMISSIONS);
    }

    @Override
    public Progress<N> lookUp(StepCursor<S, N> cursor) {
        return Progress.proceed();
    }

    @Override
    public ModeGate gate() {
        return gate;
    }

    @Override
    public Instant wall() {
        return MachineClock.system().wall();
    }

    @Override
    public void keep(StepCursor<S, N> cursor) {
        if (keptVisit == cursor.visit) {
            return;
        }
        Object input = cursor.input;
        keptState = copy(known.values().state(), cursor.state);
        keptInput = input == null ? null : copy(known.values().input(cursor.step), input);
        keptVisit = cursor.visit;
        effects.begin();
    }

    @Override
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        return next;
    }

    @Override
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        if (stop instanceof StepResult.Asked<S, N> asked && cursor.step.isExactly) {
            // Asked as it was checked: the program may change its object.
            ValueCodec type = known.values().question(cursor.step);
            Json question = type.write(asked.question());
            answered.checkAsked(cursor, question);
            return new StepResult.Asked<>(asked.state(), type.read(question), asked.expires());
        }
        return stop;
    }

    @Override
    public boolean mayRefuse(StepCursor<S, N> cursor) {
        return asked != null && asked.visit + 1 == cursor.visit && !effects.hasBegun(cursor.visit);
    }

    @Override
    public Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> result) {
        if (result instanceof StepResult.Refused<S, N> refused) {
            cursor.refused(Objects.requireNonNull(asked));
            cursor.state = originalState(askedState, cursor);
            keptVisit = 0;
            return new Progress.Refused<>(keptTicket(cursor.step), refused.thrown());
        }
        return result instanceof StepResult.Next || result instanceof StepResult.Handled
                ? Progress.proceed()
                : new Progress.Stopped<N>(stop(cursor, result));
    }

    private RunOutcome<N> stop(StepCursor<S, N> cursor, StepResult<S, N> result) {
        if (result instanceof StepResult.Paused<S, N> paused) {
            cursor.state = paused.state();
            cursor.budgetStartVisit = paused.budgetStartVisit(cursor);
            Instant until = paused.until() == null
                    ? null
                    : Horizon.within(paused.until()).from(paused.from());
            return cursor.step.isMailbox
                    ? new RunOutcome.Listening<>(cursor.step.step, until)
                    : new RunOutcome.Paused<>(cursor.step.step, Objects.requireNonNull(until));
        }
        Ticket ticket = null;
        if (result instanceof StepResult.Asked<S, N> asked) {
            if (cursor.state != asked.state()) {
                cursor.state = asked.state();
            }
            ticket = keptTicket(cursor.step);
        } else if (result instanceof StepResult.Completed<S, N> completed) {
            cursor.state = completed.state();
        } else if (result instanceof StepResult.Parked<S, N> parked) {
            cursor.budgetStartVisit = cursor.visit;
            if (parked.isBegun()) {
                cursor.attempt++;
                restore(cursor);
            }
        }
        return result.outcome(cursor.step, gate, ticket);
    }

    @Override
    public Doubts leaveInDoubt(StepCursor<S, N> cursor) {
        return new Doubts(effects.inDoubt(), Duration.ZERO);
    }

    @Override
    public Progress<N> retry(StepCursor<S, N> cursor, Duration delay, Throwable cause) {
        return Progress.proceed();
    }

    @Override
    public void restore(StepCursor<S, N> cursor) {
        if (keptVisit != cursor.visit) {
            // Of a step that is repeated only because it requires a higher mode: a copy of each state costs too much.
            return;
        }
        cursor.state = originalState(keptState, cursor);
        cursor.input = original(keptInput, false, cursor);
    }

    @SuppressWarnings("unchecked") // a state was kept
    private S originalState(@Nullable Object kept, StepCursor<S, N> cursor) {
        return (S) Objects.requireNonNull(original(kept, true, cursor));
    }

    /** The ticket of a machine is not secret, and is the same for all questions of an interrupt: no method takes it. */
    static Ticket ticket(StepPlan<?> interrupt) {
        return new Ticket("", RUN_ID, 0, 0, interrupt.name, "");
    }

    private Ticket keptTicket(StepPlan<N> interrupt) {
        Ticket kept = tickets[interrupt.index];
        if (kept == null) {
            kept = ticket(interrupt);
            tickets[interrupt.index] = kept;
        }
        return kept;
    }

    private static Object copy(ValueCodec type, Object value) {
        return type.isImmutable() ? value : type.write(value);
    }

    private @Nullable Object original(@Nullable Object kept, boolean isState, StepCursor<S, N> cursor) {
        if (!(kept instanceof Json copy)) {
            return kept;
        }
        try {
            return (isState ? known.values().state() : known.values().input(cursor.step)).read(copy);
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The machine cannot continue at step '" + cursor.step.name
                            + "': the copy of its state cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
    }
}
