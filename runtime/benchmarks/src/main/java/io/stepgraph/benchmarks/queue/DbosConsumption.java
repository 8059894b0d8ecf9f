package io.stepgraph.benchmarks.queue;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.postgres.Server;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process that executes the workflows of a queue. */
final class DbosConsumption implements Contender.Consumption {
    static final String QUEUE = "work";
    static final String WORKFLOW = "short";
    static final String VERSION = "1";

    private static final Duration POLL = Duration.ofMillis(10);

    private final String url;
    private final String name;
    private final Consumer<String> begun;
    private @Nullable DBOS dbos;

    DbosConsumption(String url, String name, Consumer<String> begun) {
        this.url = url;
        this.name = name;
        this.begun = begun;
    }

    static DBOSConfig config(String url, String executor) {
        return DBOSConfig.defaults("benchmarks")
                .withDatabaseUrl(url)
                .withDbUser(Server.USER)
                .withDbPassword("")
                .withAppVersion(VERSION)
                .withExecutorId(executor);
    }

    /** The workflow's interface, which DBOS implements with a proxy. */
    interface Steps {
        Dialog take(Dialog dialog);
    }

    record ShortWorkflow(DBOS dbos, Talk talk, Consumer<String> begun) implements Steps {
        @Override
        @Workflow(name = WORKFLOW)
        public Dialog take(Dialog dialog) {
            begun.accept(Objects.requireNonNull(DBOS.workflowId()));
            return step("observe", step("act", step("plan", dialog)));
        }

        private Dialog step(String step, Dialog dialog) {
            return dbos.runStep(
                    () -> {
                        talk.advance(dialog);
                        return dialog;
                    },
                    step);
        }
    }

    @Override
    public void start() {
        DBOS made = new DBOS(config(url, name));
        made.registerProxy(Steps.class, new ShortWorkflow(made, Talk.ofSize(Contender.BYTES), begun));
        made.registerQueue(
                new Queue(QUEUE).withWorkerConcurrency(Contender.THREADS).withPollingInterval(POLL));
        made.launch();
        dbos = made;
    }

    @Override
    public void stop() {
        Objects.requireNonNull(dbos).close();
    }

    @Override
    public void close() {}
}
