package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.UnknownStep;
import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.WrongGraphException;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Json;
import org.jspecify.annotations.Nullable;

/** Saves the runs of machines as JSON, and reads them back. */
final class Snapshots<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphCache<N> known;
    private final ModeGate gate;

    /**
     * Of one machine.
     *
     * @param gate what a run may do there
     */
    Snapshots(GraphPlan<N> plan, GraphCache<N> known, ModeGate gate) {
        this.plan = plan;
        this.known = known;
        this.gate = gate;
    }

    /**
     * A run that was read.
     *
     * @param at where it stands; null if it was not started
     * @param stop where it rests; null if it was not started
     */
    record Restored<S, N extends Enum<N>>(
            @Nullable Position<S, N> at, @Nullable Stop<N> stop) {}

    /** Saves a run; both null if it was not started. */
    String write(@Nullable Position<S, N> at, @Nullable Stop<N> stop) {
        Snapshot.Kind rest = kind(stop);
        Object value = at == null ? null : value(stop);
        if (at != null) {
            check(at, stop, value);
        }
        Snapshot<?, ?, ?> snapshot = new Snapshot<>(
                plan.spec.name(),
                plan.spec.fingerprint(),
                rest,
                at == null ? null : at.step.name,
                at == null ? 0 : at.visit,
                at == null ? 0 : at.budgetFrom,
                at == null || at.marks == null ? null : at.marks.stored(plan),
                stop instanceof Stop.Parked<N> parked ? parked.reason() : null,
                stop instanceof Stop.Parked<N> parked ? parked.required() : null,
                stop instanceof Stop.Failed<N> failed ? failed.failure() : null,
                at == null ? null : at.state,
                at == null ? null : at.input,
                value == null || at == null || value == at.state ? null : value);
        return known.values()
                .of(Snapshot.type(plan, rest, at == null ? null : at.step))
                .unverified(snapshot)
                .text();
    }

    /** Each part for itself: a question may well hold an object of the state. */
    private void check(Position<S, N> at, @Nullable Stop<N> stop, @Nullable Object value) {
        GraphValues<N> types = known.values();
        types.state().check(at.state);
        if (at.input != null) {
            types.input(at.step).check(at.input);
        }
        if (value != null && value != at.state) {
            (stop instanceof Stop.Asked ? types.question(at.step) : types.output()).check(value);
        }
    }

    /**
     * Reads a run.
     *
     * @throws CorruptCheckpoint if it cannot be read
     * @throws UnknownStep if it stands at a step that this build does not have
     * @throws WrongGraphException if it is of another graph
     */
    Restored<S, N> read(String text) {
        Json document = Json.of(text);
        try {
            Snapshot.Head head = (Snapshot.Head)
                    known.values().of(ValueType.of(Snapshot.Head.class)).read(document);
            if (head.graph() == null
                    || head.rest() == null
                    || (head.step() == null) != (head.rest() == Snapshot.Kind.NEW)) {
                throw new CorruptCheckpoint("The snapshot does not say of which graph it is and where it rests.");
            }
            if (!head.graph().equals(plan.spec.name())) {
                throw new WrongGraphException(
                        "The snapshot is of graph '" + head.graph() + "', not of '" + plan.spec.name() + "'.");
            }
            return head.step() == null ? new Restored<>(null, null) : read(document, head, step(head.step()));
        } catch (UnreadableValue unreadable) {
            throw new CorruptCheckpoint("The snapshot cannot be read. " + unreadable.getMessage(), unreadable);
        }
    }

    private StepPlan<N> step(String name) {
        StepPlan<N> step = plan.find(name);
        if (step == null) {
            throw new UnknownStep("The snapshot stands at step '" + name + "', which graph '" + plan.spec.name()
                    + "' does not have; it has " + plan.names() + ". If the step was renamed, name it in formerly.");
        }
        return step;
    }

    @SuppressWarnings("unchecked") // read with the declared type of the state
    private Restored<S, N> read(Json document, Snapshot.Head head, StepPlan<N> step) {
        Snapshot<S, ?, ?> read = (Snapshot<S, ?, ?>)
                known.values().of(Snapshot.type(plan, head.rest(), step)).read(document);
        if (read.state() == null || (read.input() != null) != step.takesInput) {
            throw new CorruptCheckpoint("The snapshot lacks the state or the input of step '" + step.name + "'.");
        }
        Position<S, N> at = new Position<>(
                step, read.state(), read.input(), read.marks() == null ? null : Marks.read(read.marks(), plan));
        at.visit = read.visit();
        at.budgetFrom = read.budgetFrom();
        return new Restored<>(at, stop(at, read));
    }

    private Stop<N> stop(Position<S, N> at, Snapshot<?, ?, ?> read) {
        return switch (read.rest()) {
            case PARKED -> gate.parked(at.step, present(read.reason(), "reason"), read.required());
            case COMPLETED -> new Stop.Completed<>(read.value() == null ? at.state : read.value());
            case FAILED -> new Stop.Failed<>(present(read.failure(), "failure"), null);
            case ASKED ->
                new Stop.Asked<>(at.step.step, InMemoryCheckpointer.ticket(at), present(read.value(), "question"));
            case NEW -> throw new CorruptCheckpoint("The snapshot has a step and was not started.");
        };
    }

    private static <T> T present(@Nullable T part, String what) {
        if (part == null) {
            throw new CorruptCheckpoint("The snapshot lacks its " + what + ".");
        }
        return part;
    }

    private static Snapshot.Kind kind(@Nullable Stop<?> stop) {
        if (stop == null) {
            return Snapshot.Kind.NEW;
        }
        if (stop instanceof Stop.Asked) {
            return Snapshot.Kind.ASKED;
        }
        if (stop instanceof Stop.Parked) {
            return Snapshot.Kind.PARKED;
        }
        return stop instanceof Stop.Completed ? Snapshot.Kind.COMPLETED : Snapshot.Kind.FAILED;
    }

    private static @Nullable Object value(@Nullable Stop<?> stop) {
        if (stop instanceof Stop.Asked<?> asked) {
            return asked.question();
        }
        return stop instanceof Stop.Completed<?> completed ? completed.result() : null;
    }
}
