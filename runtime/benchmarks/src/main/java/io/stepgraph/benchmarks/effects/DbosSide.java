package io.stepgraph.benchmarks.effects;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.workflow.Workflow;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.postgres.Server;

/**
 * A workflow whose steps pay and hand over the dialog, which is what DBOS stores of each. All settings as they come.
 */
final class DbosSide implements Payer.Side {
    private final DBOS dbos;
    private final Payments payments;

    DbosSide(Database database, Talk talk, int steps) {
        dbos = new DBOS(DBOSConfig.defaults("benchmarks")
                .withDatabaseUrl(database.url())
                .withDbUser(Server.USER)
                .withDbPassword(""));
        payments = dbos.registerProxy(Payments.class, new PayingWorkflow(dbos, talk, Talk.FIRST + steps));
        dbos.launch();
    }

    /** The workflow's interface, which DBOS implements with a proxy. */
    interface Payments {
        Dialog payAll(String run, Dialog dialog);
    }

    private record PayingWorkflow(DBOS dbos, Talk talk, int last) implements Payments {
        @Override
        @Workflow(name = "payments")
        public Dialog payAll(String run, Dialog dialog) {
            Dialog now = dialog;
            while (now.counter < last) {
                now = pay(run, now);
            }
            return now;
        }

        private Dialog pay(String run, Dialog dialog) {
            return dbos.runStep(
                    () -> {
                        Charge charge = new Charge(dialog.id, dialog.counter + 1);
                        talk.advance(dialog);
                        dialog.counter =
                                charge.perform(run + ":" + charge.amount()).amount();
                        return dialog;
                    },
                    "pay");
        }
    }

    @Override
    public Dialog run(String id, Dialog dialog) {
        Dialog end;
        WorkflowOptions.Guard named = new WorkflowOptions(id).setContext();
        try {
            end = payments.payAll(id, dialog);
        } finally {
            named.close();
        }
        dbos.deleteWorkflow(id);
        return end;
    }

    @Override
    public void close() {
        dbos.close();
    }
}
