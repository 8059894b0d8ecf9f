package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CorruptCheckpointException;
import io.stepgraph.runtime.RunOutcome;
import io.stepgraph.runtime.UnknownStepException;
import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.WrongGraphException;
import io.stepgraph.runtime.json.UnreadableValueException;
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
            @Nullable StepCursor<S, N> at, @Nullable RunOutcome<N> stop) {}

    /** Saves a run; both null if it was not started. */
    String write(@Nullable StepCursor<S, N> cursor, @Nullable RunOutcome<N> outcome) {
        Snapshot.Kind rest = kind(outcome);
        Object value = cursor == null ? null : value(outcome);
        if (cursor != null) {
            check(cursor, outcome, value);
        }
        Snapshot<?, ?, ?> snapshot = new Snapshot<>(
                plan.spec.name(),
                plan.spec.fingerprint(),
                rest,
                cursor == null ? null : cursor.step.name,
                cursor == null ? 0 : cursor.visit,
                cursor == null ? 0 : cursor.budgetStartVisit,
                cursor == null || cursor.gateState == null ? null : cursor.gateState.stored(plan),
                outcome instanceof RunOutcome.Parked<N> parked ? parked.reason() : null,
                outcome instanceof RunOutcome.Parked<N> parked ? parked.required() : null,
                outcome instanceof RunOutcome.Failed<N> failed ? failed.failure() : null,
                cursor == null ? null : cursor.state,
                cursor == null ? null : cursor.input,
                value == null || cursor == null || value == cursor.state ? null : value);
        return known.values()
                .of(Snapshot.type(plan, rest, cursor == null ? null : cursor.step))
                .unverified(snapshot)
                .text();
    }

    /** Each part for itself: a question may well hold an object of the state. */
    private void check(StepCursor<S, N> cursor, @Nullable RunOutcome<N> outcome, @Nullable Object value) {
        GraphCodecs<N> types = known.values();
        types.state().check(cursor.state);
        if (cursor.input != null) {
            types.input(cursor.step).check(cursor.input);
        }
        if (value != null && value != cursor.state) {
            (outcome instanceof RunOutcome.QuestionAsked ? types.question(cursor.step) : types.output()).check(value);
        }
    }

    /**
     * Reads a run.
     *
     * @throws CorruptCheckpointException if it cannot be read
     * @throws UnknownStepException if it stands at a step that this build does not have
     * @throws WrongGraphException if it is of another graph
     */
    Restored<S, N> read(String text) {
        Json document = Json.of(text);
        try {
            Snapshot.Head head = (Snapshot.Head)
                    known.values().of(ValueType.of(Snapshot.Head.class)).read(document);
            if (head.graph() == null
                    || head.stopReason() == null
                    || (head.step() == null) != (head.stopReason() == Snapshot.Kind.NEW)) {
                throw new CorruptCheckpointException(
                        "The snapshot does not say of which graph it is and where it rests.");
            }
            if (!head.graph().equals(plan.spec.name())) {
                throw new WrongGraphException(
                        "The snapshot is of graph '" + head.graph() + "', not of '" + plan.spec.name() + "'.");
            }
            return head.step() == null ? new Restored<>(null, null) : read(document, head, step(head.step()));
        } catch (UnreadableValueException unreadable) {
            throw new CorruptCheckpointException("The snapshot cannot be read. " + unreadable.getMessage(), unreadable);
        }
    }

    private StepPlan<N> step(String name) {
        StepPlan<N> step = plan.find(name);
        if (step == null) {
            throw new UnknownStepException("The snapshot stands at step '" + name + "', which graph '"
                    + plan.spec.name() + "' does not have; it has " + plan.names()
                    + ". If the step was renamed, name it in formerly.");
        }
        return step;
    }

    @SuppressWarnings("unchecked") // read with the declared type of the state
    private Restored<S, N> read(Json document, Snapshot.Head head, StepPlan<N> step) {
        Snapshot<S, ?, ?> read = (Snapshot<S, ?, ?>)
                known.values().of(Snapshot.type(plan, head.stopReason(), step)).read(document);
        if (read.state() == null || (read.input() != null) != step.takesInput) {
            throw new CorruptCheckpointException(
                    "The snapshot lacks the state or the input of step '" + step.name + "'.");
        }
        StepCursor<S, N> cursor = new StepCursor<>(
                step,
                read.state(),
                read.input(),
                read.gateState() == null ? null : GateState.read(read.gateState(), plan));
        cursor.visit = read.visit();
        cursor.budgetStartVisit = read.budgetStartVisit();
        return new Restored<>(cursor, stop(cursor, read));
    }

    private RunOutcome<N> stop(StepCursor<S, N> cursor, Snapshot<?, ?, ?> read) {
        return switch (read.stopReason()) {
            case PARKED -> gate.parked(cursor.step, present(read.reason(), "reason"), read.required());
            case COMPLETED -> new RunOutcome.Completed<>(read.value() == null ? cursor.state : read.value());
            case FAILED -> new RunOutcome.Failed<>(present(read.failure(), "failure"), null);
            case ASKED ->
                new RunOutcome.QuestionAsked<>(
                        cursor.step.step, InMemoryCheckpointer.ticket(cursor), present(read.value(), "question"));
            case NEW -> throw new CorruptCheckpointException("The snapshot has a step and was not started.");
        };
    }

    private static <T> T present(@Nullable T part, String what) {
        if (part == null) {
            throw new CorruptCheckpointException("The snapshot lacks its " + what + ".");
        }
        return part;
    }

    private static Snapshot.Kind kind(@Nullable RunOutcome<?> outcome) {
        if (outcome == null) {
            return Snapshot.Kind.NEW;
        }
        if (outcome instanceof RunOutcome.QuestionAsked) {
            return Snapshot.Kind.ASKED;
        }
        if (outcome instanceof RunOutcome.Parked) {
            return Snapshot.Kind.PARKED;
        }
        return outcome instanceof RunOutcome.Completed ? Snapshot.Kind.COMPLETED : Snapshot.Kind.FAILED;
    }

    private static @Nullable Object value(@Nullable RunOutcome<?> outcome) {
        if (outcome instanceof RunOutcome.QuestionAsked<?> asked) {
            return asked.question();
        }
        return outcome instanceof RunOutcome.Completed<?> completed ? completed.result() : null;
    }
}
