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
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import java.time.Duration;
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
            return new StepResult.Asked<>(asked.state(), type.read(question));
        }
        return stop;
    }

    @Override
    public Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> result) {
        return result instanceof StepResult.Next || result instanceof StepResult.Handled
                ? Progress.proceed()
                : new Progress.Stopped<N>(stop(cursor, result));
    }

    private RunOutcome<N> stop(StepCursor<S, N> cursor, StepResult<S, N> result) {
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
    @SuppressWarnings("unchecked") // a state was kept
    public void restore(StepCursor<S, N> cursor) {
        if (keptVisit != cursor.visit) {
            // Of a step that is repeated only because it requires a higher mode: a copy of each state costs too much.
            return;
        }
        try {
            cursor.state = (S) Objects.requireNonNull(original(keptState, true, cursor));
            cursor.input = original(keptInput, false, cursor);
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The machine cannot continue at step '" + cursor.step.name
                            + "': the copy of its state cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
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
        return (isState ? known.values().state() : known.values().input(cursor.step)).read(copy);
    }
}
