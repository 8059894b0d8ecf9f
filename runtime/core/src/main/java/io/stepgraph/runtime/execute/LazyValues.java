package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.GraphSpec;
import org.jspecify.annotations.Nullable;

/** The codecs of machines, made when one is first needed: a machine that is never copied or saved loads no Jackson. */
final class LazyValues<N extends Enum<N>> {
    private final GraphSpec<N> spec;
    private volatile @Nullable GraphValues<N> values;

    LazyValues(GraphSpec<N> spec) {
        this.spec = spec;
    }

    GraphValues<N> get() {
        GraphValues<N> known = values;
        if (known == null) {
            known = new GraphValues<>(spec, Integer.MAX_VALUE);
            values = known;
        }
        return known;
    }
}
