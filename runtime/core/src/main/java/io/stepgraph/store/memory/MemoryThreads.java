package io.stepgraph.store.memory;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The threads of a {@link MemoryStore}: each has one unfinished run at most, and the state that the last run left (L2, I8). */
final class MemoryThreads {
    private final Map<ThreadKey, MemoryRow> lastRuns = new HashMap<>();
    private final Map<ThreadKey, StoredThread> left = new HashMap<>();

    @Nullable StoredThread find(ThreadKey key) {
        return left.get(key);
    }

    /**
     * The state that a new run begins with: that of its thread, if the thread has one.
     *
     * @throws io.stepgraph.runtime.ThreadBusyException if the thread has an unfinished run
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if the thread belongs to another graph
     */
    Json enter(NewRun run) {
        ThreadKey key = key(run.key(), run.thread());
        if (key == null) {
            return run.state();
        }
        MemoryRow last = lastRuns.get(key);
        if (last != null && !last.status.status().isEnd()) {
            throw key.busy(last.key, last.status.status());
        }
        StoredThread thread = left.get(key);
        if (thread == null) {
            return run.state();
        }
        if (!thread.graph().equals(run.graph())) {
            throw key.wrongGraph(thread.graph(), run.graph());
        }
        return thread.state();
    }

    /** The run is the last one of its thread from here on. */
    void started(MemoryRow row) {
        ThreadKey key = key(row.key, row.thread);
        if (key != null) {
            lastRuns.put(key, row);
        }
    }

    /**
     * Refuses a run whose thread has continued with another run.
     *
     * @throws io.stepgraph.runtime.ThreadBusyException if it has
     */
    void checkLast(MemoryRow row) {
        ThreadKey key = key(row.key, row.thread);
        MemoryRow last = key == null ? row : Objects.requireNonNull(lastRuns.get(key));
        if (key != null && last != row) {
            throw key.goneOn(row.key, last.key);
        }
    }

    /** A thread gets the state of its run when the run ends, however it ends. */
    void ended(MemoryRow row) {
        ThreadKey key = key(row.key, row.thread);
        Json state = row.position.state();
        if (key != null && state != null && lastRuns.get(key) == row) {
            left.put(key, new StoredThread(row.graph, state, row.runNumber));
        }
    }

    /** Forgets the threads of a namespace. */
    void clear(String namespace) {
        lastRuns.keySet().removeIf(key -> key.namespace().equals(namespace));
        left.keySet().removeIf(key -> key.namespace().equals(namespace));
    }

    void clear() {
        lastRuns.clear();
        left.clear();
    }

    private static @Nullable ThreadKey key(RunKey run, @Nullable String thread) {
        return thread == null ? null : new ThreadKey(run.namespace(), thread);
    }
}
