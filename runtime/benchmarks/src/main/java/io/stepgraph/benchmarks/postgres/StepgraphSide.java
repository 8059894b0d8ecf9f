package io.stepgraph.benchmarks.postgres;

import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.postgres.PostgresStore;

/** A runner with a {@link PostgresStore}. */
final class StepgraphSide implements Contender.Side {
    private final PostgresStore store;
    private final Runner runner;
    private final DialogAgentGraph.Runs runs;

    StepgraphSide(Server server, Talk talk, int steps) {
        store = PostgresStore.builder(server.url()).open();
        runner = Runner.builder(store).build();
        runs = DialogAgentGraph.of(new DialogAgent(talk, steps)).on(runner);
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
