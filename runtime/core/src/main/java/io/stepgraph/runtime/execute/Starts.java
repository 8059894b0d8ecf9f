package io.stepgraph.runtime.execute;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.StartConflict;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.json.Digest;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Start;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What runs of a graph are started with, as one canonical document, so that a start given twice can be told from another one
 * (R3).
 */
final class Starts<S, N extends Enum<N>> {
    private static final Json NOTHING = Json.of("{\"state\":{},\"input\":{}}");

    private final GraphValues<N> values;
    private final Values documents;
    private final Set<String> maps = new HashSet<>();

    Starts(GraphPlan<N> plan, GraphValues<N> values) {
        this.values = values;
        ValueType input = plan.step(plan.spec.start()).spec.input();
        this.documents = values.of(
                input == null
                        ? ValueType.of(WithState.class, plan.spec.state())
                        : ValueType.of(WithInput.class, plan.spec.state(), input));
        if (isMap(plan.spec.state())) {
            maps.add("state");
        }
        if (input != null && isMap(input)) {
            maps.add("input");
        }
    }

    private static boolean isMap(ValueType type) {
        return Map.class.isAssignableFrom(type.type());
    }

    /** A start without an input. */
    @JsonInclude // always and by these names, whatever the user has customised
    @JsonNaming(PropertyNamingStrategy.class)
    record WithState<S>(S state) {}

    /** A start with an input. */
    @JsonInclude
    @JsonNaming(PropertyNamingStrategy.class)
    record WithInput<S, I>(S state, I input) {}

    /** Writes a start. */
    Start write(S state, @Nullable Object input) {
        Json document = documents.canonical(input == null ? new WithState<>(state) : new WithInput<>(state, input));
        return new Start(document, values.document(digest(document).tree()));
    }

    /**
     * Says no to a start that differs from the one a run had. As long as that is stored, both are read and written by this
     * build, so that a field added since makes no difference; after the end their digests are compared, which stand that, too.
     *
     * @throws StartConflict if it differs; names the part
     */
    void compare(RunRecord run, Start given) {
        Start stored = run.start();
        Json document = Objects.requireNonNull(given.document());
        if (document.equals(stored.document())) {
            return;
        }
        String difference = null;
        if (stored.document() != null) {
            difference = values.difference(presentForm(run, stored.document()), document);
        } else if (stored.digest() != null) {
            difference = digest(run, stored.digest()).difference(digest(document), this::defaults);
        }
        if (difference != null) {
            throw new StartConflict("Run '" + run.key() + "' was started with another " + difference
                    + ". Use another id for another run, or resume it without a start. Nothing was changed.");
        }
    }

    private Digest digest(RunRecord run, Json stored) {
        try {
            return Digest.read(values.tree(stored));
        } catch (JacksonException damaged) {
            throw new CorruptCheckpoint(
                    "The checksums of what run '" + run.key() + "' was started with cannot be read. "
                            + damaged.getOriginalMessage(),
                    damaged);
        }
    }

    private Json presentForm(RunRecord run, Json stored) {
        try {
            return documents.canonical(documents.read(stored));
        } catch (UnreadableValue unreadable) {
            throw new CorruptCheckpoint(
                    "What run '" + run.key() + "' was started with cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private Digest digest(Json document) {
        return Digest.of(values.tree(document), maps);
    }

    /** Of a start of which nothing is said; null if there is none. */
    private @Nullable Digest defaults() {
        try {
            return digest(documents.canonical(documents.read(NOTHING)));
        } catch (UnreadableValue | UnstorableState none) {
            return null;
        }
    }
}
