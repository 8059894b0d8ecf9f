package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Json;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The journal of a synchronous machine: nothing is stored, and nothing comes from outside while it runs. */
final class MachineJournal<S, N extends Enum<N>> implements Journal<S, N> {
    /** What a machine's run is called in its tickets and to its steps. */
    static final String RUN_ID = "machine";

    private final GraphCache<N> known;
    private ModeGate gate;

    // What the visit was entered with: the values themselves if they cannot change, else copies.
    private long keptVisit;
    private @Nullable Object keptState;
    private @Nullable Object keptInput;

    MachineJournal(GraphCache<N> known, PermissionMode mode) {
        this.known = known;
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
    public @Nullable Stop<N> lookUp(Position<S, N> at) {
        return null;
    }

    @Override
    public ModeGate gate() {
        return gate;
    }

    @Override
    public void keep(Position<S, N> at) {
        if (keptVisit == at.visit) {
            return;
        }
        Object input = at.input;
        keptState = copy(known.values().state(), at.state);
        keptInput = input == null ? null : copy(known.values().input(at.step), input);
        keptVisit = at.visit;
    }

    @Override
    public void encode(Position<S, N> at, Departure<S, N> departure) {}

    @Override
    public @Nullable Stop<N> store(Position<S, N> at, Departure<S, N> departure) {
        return departure.kind() == Departure.Kind.GO ? null : stop(at, departure);
    }

    private Stop<N> stop(Position<S, N> at, Departure<S, N> departure) {
        Object value = Objects.requireNonNull(departure.value());
        return switch (departure.kind()) {
            case GO -> throw new IllegalStateException("A run that goes on does not rest.");
            case ASK -> {
                at.state = departure.state();
                yield new Stop.Asked<>(at.step.step, ticket(at), value);
            }
            case END -> {
                at.state = departure.state();
                yield new Stop.Completed<>(value);
            }
            case PARK -> {
                at.budgetFrom = at.visit;
                yield gate.parked(at.step, (String) value, departure.required());
            }
            case FAIL -> new Stop.Failed<>((StepFailure) value, departure.cause());
        };
    }

    @Override
    public @Nullable Stop<N> retry(Position<S, N> at, Duration delay, Throwable cause) {
        return null;
    }

    @Override
    public boolean isAttempted() {
        return false;
    }

    @Override
    @SuppressWarnings("unchecked") // a state was kept
    public void restore(Position<S, N> at) {
        try {
            at.state = (S) Objects.requireNonNull(original(keptState, true, at));
            at.input = original(keptInput, false, at);
        } catch (UnreadableValue unreadable) {
            throw new CorruptCheckpoint(
                    "The machine cannot go on at step '" + at.step.name
                            + "': the copy of its state cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    /** The ticket of a machine is no secret: the same events give the same tickets. */
    static Ticket ticket(Position<?, ?> at) {
        return new Ticket("", RUN_ID, 0, at.visit, at.step.name, Long.toString(at.visit));
    }

    private static Object copy(Values type, Object value) {
        return type.isImmutable() ? value : type.write(value);
    }

    private @Nullable Object original(@Nullable Object kept, boolean isState, Position<S, N> at) {
        if (!(kept instanceof Json copy)) {
            return kept;
        }
        return (isState ? known.values().state() : known.values().input(at.step)).read(copy);
    }
}
