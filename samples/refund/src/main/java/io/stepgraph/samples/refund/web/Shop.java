package io.stepgraph.samples.refund.web;

import io.stepgraph.PermissionMode;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.engine.Runner;
import io.stepgraph.samples.refund.RefundAgent;
import io.stepgraph.samples.refund.RefundAgentGraph;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;

/**
 * A tenant: its runs and nothing of any other shop.
 *
 * @param name the name of the shop, which is the namespace of its runs
 * @param runner answers and lists
 * @param runs starts and watches
 * @param store what the drawing of a run reads
 */
record Shop(String name, Runner runner, Runs.Unnamed runs, OpenStore store) {
    private static final int MOST_QUEUED = 1_000;

    static Shop open(Store store, RefundAgent agent, String name) {
        Runner runner = Runner.builder(store)
                .namespace(name)
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .retention(Retention.KEEP_HISTORY) // who saw what must be known later, and the page shows the ticket
                .maxQueued(MOST_QUEUED)
                .build();
        return new Shop(
                name,
                runner,
                RefundAgentGraph.of(agent).on(runner),
                new OpenStore(store, name, runner, RunInspector.of(store, name)));
    }
}
