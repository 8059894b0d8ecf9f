package io.stepgraph.cli.io;

import io.stepgraph.engine.RunInspector;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.Store;

/**
 * An open store and what a command does with the runs of one namespace.
 *
 * @param store the store
 * @param namespace the namespace of the runs
 * @param runner answers, lists and resolves; it executes nothing
 * @param inspector reads runs as JSON
 */
public record OpenStore(Store store, String namespace, Runner runner, RunInspector inspector) implements AutoCloseable {

    static OpenStore of(Store store, String namespace) {
        try {
            return new OpenStore(
                    store,
                    namespace,
                    Runner.builder(store).namespace(namespace).build(),
                    RunInspector.of(store, namespace));
        } catch (RuntimeException failed) {
            store.close();
            throw failed;
        }
    }

    /** The name of a run in the store. */
    public RunKey key(String runId) {
        return new RunKey(namespace, runId);
    }

    /**
     * Reads a run.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public RunRecord run(String runId) {
        RunRecord run = store.find(key(runId));
        if (run == null) {
            throw key(runId).notFound();
        }
        return run;
    }

    @Override
    public void close() {
        runner.close();
        store.close();
    }
}
