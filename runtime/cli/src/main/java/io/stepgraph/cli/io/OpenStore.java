package io.stepgraph.cli.io;

import io.stepgraph.engine.RunInspector;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NamespaceRuns;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.function.Consumer;

/**
 * An open store and what a command does with the runs of one namespace.
 *
 * @param store the store
 * @param namespace the namespace of the runs
 * @param runner answers, lists and resolves; it executes nothing
 * @param inspector reads runs as JSON
 */
public record OpenStore(Store store, String namespace, Runner runner, RunInspector inspector) implements AutoCloseable {
    /** The number of other namespaces that a sentence names at most. */
    private static final int OTHERS = 10;

    private static final int PAGE = 1_000;

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
     * @throws Refusal if there is no such run
     */
    public StoredRun run(String runId) {
        StoredRun run = store.runs().find(key(runId));
        if (run == null) {
            throw noRun(runId);
        }
        return run;
    }

    /**
     * Looks at a run.
     *
     * @throws Refusal if there is no such run
     */
    public RunLook look(String runId) {
        return inspector.look(runId).orElseThrow(() -> noRun(runId));
    }

    /**
     * Checks that there is a run.
     *
     * @throws Refusal if there is no such run
     */
    public void check(String runId) {
        if (store.runs().summary(key(runId)) == null) {
            throw noRun(runId);
        }
    }

    /** Says whether a run has called others. */
    public boolean hasCalled(String runId) {
        return store.calls().family(key(runId), 2).size() > 1;
    }

    private Refusal noRun(String runId) {
        return new Refusal("There is no run '" + runId + "' in namespace '" + namespace
                + "'. `stepgraph runs` lists its runs, `stepgraph namespaces` the namespaces.");
    }

    /** Reads all runs of a query, page by page. */
    public void pages(RunQuery query, Consumer<List<ListedRun>> use) {
        String next = null;
        do {
            RunPage page = runner.list(query.limit(PAGE).after(next));
            use.accept(page.runs());
            next = page.next();
        } while (next != null);
    }

    /**
     * Returns a sentence that says that a list is empty, and where runs are, so that a forgotten namespace does not
     * look as if all were well.
     */
    public String nothing(String what) {
        List<NamespaceRuns> all = store.lists().namespaces("", OTHERS + 2);
        List<String> others = all.stream()
                .filter(each -> !each.namespace().equals(namespace))
                .map(each -> each.namespace() + " (" + Counts.of(each.runs()) + ")")
                .toList();
        return "No " + what + " in namespace '" + namespace + "'. "
                + (others.isEmpty()
                        ? "No other namespace has runs."
                        : "Other namespaces with runs: "
                                + String.join(", ", others.subList(0, Math.min(OTHERS, others.size())))
                                + (others.size() > OTHERS ? ", … (`stepgraph namespaces` lists all)." : "."));
    }

    @Override
    public void close() {
        runner.close();
        store.close();
    }
}
