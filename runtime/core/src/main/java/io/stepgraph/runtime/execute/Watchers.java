package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.RunKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one runner that are being read, by run. That something was stored is told to them as a hint; what they give
 * is what they read in the store (V4).
 */
final class Watchers {
    private final ConcurrentMap<RunKey, List<LiveBuffer>> watching = new ConcurrentHashMap<>();

    void add(RunKey key, LiveBuffer buffer) {
        watching.merge(key, List.of(buffer), (known, added) -> {
            List<LiveBuffer> all = new ArrayList<>(known);
            all.addAll(added);
            return List.copyOf(all);
        });
    }

    void remove(RunKey key, LiveBuffer buffer) {
        watching.computeIfPresent(key, (same, known) -> {
            List<LiveBuffer> left =
                    known.stream().filter(other -> other != buffer).toList();
            return left.isEmpty() ? null : left;
        });
    }

    /** Who watches a run; null if nobody does. */
    @Nullable List<LiveBuffer> of(RunKey key) {
        return watching.isEmpty() ? null : watching.get(key);
    }

    /** Something of a run was stored. */
    void changed(RunKey key) {
        List<LiveBuffer> watchers = of(key);
        if (watchers != null) {
            watchers.forEach(LiveBuffer::changed);
        }
    }

    /** The runner closes: nobody waits for a reader any more, and readers look what is left. */
    void close() {
        watching.values().forEach(buffers -> buffers.forEach(LiveBuffer::close));
    }
}
