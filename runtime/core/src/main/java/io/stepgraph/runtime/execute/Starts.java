package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.StartConflict;
import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/**
 * What runs of a graph are started with, as one canonical document, so that a start given twice can be told from another one
 * (R3).
 */
final class Starts<S, N extends Enum<N>> {
    private final GraphValues<N> values;
    private final Values documents;

    Starts(GraphPlan<N> plan, GraphValues<N> values) {
        this.values = values;
        ValueType input = plan.step(plan.spec.start()).spec.input();
        this.documents = values.of(
                input == null
                        ? ValueType.of(WithState.class, plan.spec.state())
                        : ValueType.of(WithInput.class, plan.spec.state(), input));
    }

    /** A start without an input. */
    record WithState<S>(S state) {}

    /** A start with an input. */
    record WithInput<S, I>(S state, I input) {}

    /** Writes a start. */
    Json write(S state, @Nullable Object input) {
        Object document = input == null ? new WithState<>(state) : new WithInput<>(state, input);
        return documents.canonical(document);
    }

    /**
     * Says no to a start that differs from the one a run had. Both are read and written by this build, so that a field added
     * since makes no difference.
     *
     * @throws StartConflict if it differs; names the part
     */
    void compare(RunRecord run, Json given) {
        if (run.start().equals(given)) {
            return;
        }
        Json stored;
        try {
            stored = documents.canonical(documents.read(run.start()));
        } catch (UnreadableValue unreadable) {
            throw new CorruptCheckpoint(
                    "What run '" + run.key() + "' was started with cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
        String difference = values.difference(stored, given);
        if (difference != null) {
            throw new StartConflict("Run '" + run.key() + "' was started with another " + difference
                    + ". Use another id for another run, or resume it without a start. Nothing was changed.");
        }
    }
}
