package io.stepgraph.benchmarks.effects;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.effects.PayingAgentGraph.Outcome;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Store;

/** A runner and a store with all settings as they come. */
final class StepgraphSide implements Payer.Side {
    private final Store store;
    private final Runner runner;
    private final PayingAgentGraph.Runs runs;

    StepgraphSide(Database database, PayingAgent agent) {
        store = database.open();
        runner = Runner.builder(store).build();
        runs = PayingAgentGraph.of(agent).on(runner);
    }

    @Override
    public Dialog run(String id, Dialog dialog) {
        Outcome outcome = runs.run(id, dialog);
        runs.delete(id);
        return ((Outcome.Completed) outcome).result();
    }

    @Override
    public void close() {
        runner.close();
        store.close();
    }
}
