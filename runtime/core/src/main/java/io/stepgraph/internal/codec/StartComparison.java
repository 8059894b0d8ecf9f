package io.stepgraph.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Compares the starts of runs of one graph: state and input in one canonical document (R3). */
public final class StartComparison<S, N extends Enum<N>> {
    private static final Json NOTHING = Json.of("{\"state\":{},\"input\":{}}");

    private final GraphCodecs<N> codecs;
    private final ValueCodec documents;
    private final Set<String> maps = new HashSet<>();

    public StartComparison(GraphPlan<N> plan, GraphCodecs<N> codecs) {
        this.codecs = codecs;
        ValueType input = plan.step(plan.spec.start()).spec.input();
        this.documents = codecs.of(
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
    public Json document(S state, @Nullable Object input) {
        return documents.canonical(input == null ? new WithState<>(state) : new WithInput<>(state, input));
    }

    /** The part of a start that is kept after the end of the run. */
    public Json hash(Json document) {
        return codecs.document(hashed(document).tree());
    }

    /**
     * Compares a start with the stored one. As long as that is whole, both are read and written by this build, so that a field
     * added since makes no difference; after the end their hashes are compared, which allow for added fields too.
     *
     * @param document the stored start; null after the end of its run
     * @param hash the hash of the stored start; null for a run of a build that made none
     * @return the name of the part that differs; null if none is known to
     * @throws UnreadableValueException if the stored start cannot be read
     */
    public @Nullable String difference(@Nullable Json document, @Nullable Json hash, Json given) {
        if (given.equals(document)) {
            return null;
        }
        if (document != null) {
            return codecs.difference(documents.canonical(documents.read(document)), given);
        }
        return hash == null ? null : read(hash).difference(hashed(given), this::defaults);
    }

    private StartHash read(Json hash) {
        try {
            return StartHash.read(codecs.tree(hash));
        } catch (JacksonException damaged) {
            throw new UnreadableValueException(damaged.getOriginalMessage(), damaged);
        }
    }

    private StartHash hashed(Json document) {
        return StartHash.of(codecs.tree(document), maps);
    }

    /** Of a start in which everything is left out; null if the types do not allow that. */
    private @Nullable StartHash defaults() {
        try {
            return hashed(documents.canonical(documents.read(NOTHING)));
        } catch (UnreadableValueException | NotStorableException none) {
            return null;
        }
    }
}
