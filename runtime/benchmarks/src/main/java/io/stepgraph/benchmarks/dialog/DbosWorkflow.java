package io.stepgraph.benchmarks.dialog;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.workflow.Workflow;

/**
 * The agent as one writes it with DBOS Transact: a workflow whose five steps hand over the dialog, which is what DBOS
 * stores of each. Safe for use by many threads.
 */
public final class DbosWorkflow implements AutoCloseable {
    private final DBOS dbos;
    private final Steps steps;

    /**
     * Connects and brings the database to its schema.
     *
     * @param url the database, as JDBC names it
     * @param user who connects
     * @param talk what is said
     * @param steps how many steps until it ends; a multiple of five
     */
    public DbosWorkflow(String url, String user, Talk talk, int steps) {
        this.dbos = new DBOS(DBOSConfig.defaults("benchmarks")
                .withDatabaseUrl(url)
                .withDbUser(user)
                .withDbPassword(""));
        this.steps = dbos.registerProxy(Steps.class, new DialogSteps(dbos, talk, Talk.FIRST + steps));
        dbos.launch();
    }

    /** The workflow's interface, which DBOS implements with a proxy. */
    interface Steps {
        Dialog take(Dialog dialog);
    }

    private record DialogSteps(DBOS dbos, Talk talk, int last) implements Steps {
        @Override
        @Workflow(name = "dialog")
        public Dialog take(Dialog dialog) {
            Dialog now = dialog;
            do {
                now = step("plan", now);
                now = step("act", now);
                now = step("observe", now);
                now = step("reflect", now);
                now = step("decide", now);
            } while (now.counter < last);
            return now;
        }

        private Dialog step(String name, Dialog dialog) {
            return dbos.runStep(
                    () -> {
                        talk.advance(dialog);
                        return dialog;
                    },
                    name);
        }
    }

    /** Takes all steps. */
    public Dialog run(String id, Dialog dialog) {
        WorkflowOptions.Guard named = new WorkflowOptions(id).setContext();
        try {
            return steps.take(dialog);
        } finally {
            named.close();
        }
    }

    /** Removes what was stored of a run. */
    public void delete(String id) {
        dbos.deleteWorkflow(id);
    }

    @Override
    public void close() {
        dbos.close();
    }
}
