package io.stepgraph.internal.lease;

import io.stepgraph.internal.step.Log;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.StoredGraph;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Saves the graph of each agent in the store, when the first run of the graph is executed: tools can then draw a run
 * without the agent's classes. The processor has written the graph as a resource beside the agent's class. A program
 * that does not ship the resource runs as well.
 */
public final class GraphSaver {
    private final GuardedStore store;
    private final Set<String> saved = ConcurrentHashMap.newKeySet();

    GraphSaver(GuardedStore store) {
        this.store = store;
    }

    /**
     * Saves the graph, unless this runner did so before. A failure does not affect the run. In a transaction of the
     * program, it is left to who executes the run: its row would be locked until the end of the transaction.
     *
     * @param completed adds to the file what only the runtime knows
     */
    public void save(GraphSpec<?> spec, Object agent, UnaryOperator<Json> completed) {
        if (store.isJoined() || !saved.add(spec.name() + '\n' + spec.fingerprint())) {
            return;
        }
        try {
            Json json = read(agent.getClass(), spec.fingerprint());
            if (json != null) {
                StoredGraph graph = new StoredGraph(spec.name(), spec.fingerprint(), completed.apply(json));
                store.send(s -> s.log().saveGraph(graph));
            }
        } catch (IOException | RuntimeException failed) {
            Log.graphNotSaved(spec.name(), failed);
        }
    }

    /** The agent may be of a class that a framework has derived from the agent class. */
    private static @Nullable Json read(Class<?> agent, String fingerprint) throws IOException {
        for (Class<?> type = agent; type != null && type != Object.class; type = type.getSuperclass()) {
            try (InputStream resource =
                    type.getResourceAsStream("/META-INF/stepgraph/" + type.getCanonicalName() + ".json")) {
                Json json = resource == null ? null : new Json(resource.readAllBytes());
                if (json != null && json.text().contains('"' + fingerprint + '"')) {
                    return json;
                }
            }
        }
        return null;
    }
}
