package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.GraphSpec;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A graph laid out, and the codecs of its values, which are what costs. They are made when they are first needed: a machine
 * that is never copied or saved loads no Jackson.
 */
final class KnownGraph<N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final @Nullable Consumer<? super JsonMapper.Builder> customizer;
    private final Warnings warnings;
    private final ConcurrentMap<Integer, GraphValues<N>> values = new ConcurrentHashMap<>();

    KnownGraph(GraphSpec<N> spec, @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        this.plan = new GraphPlan<>(spec);
        this.customizer = customizer;
        this.warnings = new Warnings(spec.name());
    }

    GraphPlan<N> plan() {
        return plan;
    }

    /** What the user changes of its JSON; null for nothing. */
    @Nullable Consumer<? super JsonMapper.Builder> customizer() {
        return customizer;
    }

    /** The codecs of runners with this limit. */
    GraphValues<N> values(int maxValueBytes) {
        GraphValues<N> known = values.get(maxValueBytes);
        if (known != null) {
            return known;
        }
        GraphValues<N> made = new GraphValues<>(plan.spec, maxValueBytes, customizer, warnings);
        known = values.putIfAbsent(maxValueBytes, made);
        return known == null ? made : known;
    }

    /** The codecs of machines. */
    GraphValues<N> values() {
        return values(Integer.MAX_VALUE);
    }
}
