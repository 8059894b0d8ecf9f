package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredGraph;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of a {@link MemoryStore}, with what its runs have left. */
final class MemoryLog implements LogStore {
    private final MemoryTables tables;

    MemoryLog(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        Store.checkLimit(batches);
        return tables.on(key, (run, now) -> run.events(after, batches));
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return tables.on(key, List.of(), (run, now) -> run.questions());
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return tables.call(now -> tables.threads.get(key));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        tables.call(now -> tables.graphs.put(List.of(graph.name(), graph.fingerprint()), graph.json()));
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return tables.call(now -> tables.graphs.get(List.of(name, fingerprint)));
    }
}
