package io.stepgraph.benchmarks.postgres;

import io.stepgraph.benchmarks.dialog.DbosWorkflow;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;

/** DBOS Transact. */
final class DbosSide implements Contender.Side {
    private final DbosWorkflow workflow;

    DbosSide(Server server, Talk talk, int steps) {
        workflow = new DbosWorkflow(server.url(), Server.USER, talk, steps);
    }

    @Override
    public Dialog run(String id, Dialog dialog) {
        Dialog end = workflow.run(id, dialog);
        workflow.delete(id);
        return end;
    }

    @Override
    public void close() {
        workflow.close();
    }
}
