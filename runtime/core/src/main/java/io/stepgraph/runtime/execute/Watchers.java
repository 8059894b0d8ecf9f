package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Hints;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one runner that are being read, by run, and the calls that wait for others. That something was stored is told
 * to them as a hint; what they give is what they read in the store (V4).
 */
final class Watchers implements Hints.Listener {
    private final ConcurrentMap<RunKey, List<LiveBuffer>> watching = new ConcurrentHashMap<>();
    private final ConcurrentMap<RunKey, CountDownLatch> awaited = new ConcurrentHashMap<>();
    private final Store store;
    private @Nullable Hints hints;
    private boolean isClosed;

    Watchers(Store store) {
        this.store = store;
    }

    /** Whether a change elsewhere is likely to be hinted at. The store is asked for hints by the first who needs them. */
    synchronized boolean areHintsExpected() {
        if (hints == null) {
            hints = isClosed ? Hints.NONE : store.hints(this);
        }
        return hints.areExpected();
    }

    /** What comes when something of a run changes from now on, as far as there are hints of it. */
    CountDownLatch nextChange(RunKey key) {
        return awaited.computeIfAbsent(key, run -> new CountDownLatch(1));
    }

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

    /** Nobody of this call waits for a change any more; whoever else does looks again. */
    void forget(RunKey key, CountDownLatch change) {
        awaited.remove(key, change);
        change.countDown();
    }

    /** Something of a run was stored, here or elsewhere. */
    @Override
    public void changed(RunKey key) {
        CountDownLatch change = awaited.isEmpty() ? null : awaited.remove(key);
        if (change != null) {
            change.countDown();
        }
        List<LiveBuffer> watchers = of(key);
        if (watchers != null) {
            watchers.forEach(LiveBuffer::changed);
        }
    }

    @Override
    public void missed() {
        awaited.keySet().forEach(this::changed);
        watching.keySet().forEach(this::changed);
    }

    /** The runner closes: nobody waits for a reader any more, and readers look what is left. */
    void close() {
        Hints given;
        synchronized (this) {
            isClosed = true;
            given = hints;
        }
        if (given != null) {
            given.close();
        }
        awaited.values().forEach(CountDownLatch::countDown);
        watching.values().forEach(buffers -> buffers.forEach(LiveBuffer::close));
    }
}
