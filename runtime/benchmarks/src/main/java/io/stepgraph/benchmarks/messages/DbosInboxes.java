package io.stepgraph.benchmarks.messages;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import io.stepgraph.benchmarks.postgres.Server;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** An instance of DBOS Transact that executes workflows and sends messages to them. */
final class DbosInboxes implements Contender.Inboxes {
    private static final String TOPIC = "inbox";
    private static final Duration LONG = Duration.ofHours(1);

    private final DBOS dbos;
    private final Inbox inbox;

    DbosInboxes(String url) {
        dbos = new DBOS(DBOSConfig.defaults("benchmarks")
                .withDatabaseUrl(url)
                .withDbUser(Server.USER)
                .withDbPassword(""));
        inbox = dbos.registerProxy(Inbox.class, new InboxWorkflow(dbos));
        dbos.launch();
    }

    /** The workflow's interface, which DBOS implements with a proxy. */
    interface Inbox {
        int take(int messages);
    }

    record InboxWorkflow(DBOS dbos) implements Inbox {
        @Override
        @Workflow(name = "inbox")
        public int take(int messages) {
            int taken = 0;
            while (taken < messages) {
                if (dbos.recv(TOPIC, LONG).isEmpty()) {
                    throw new IllegalStateException("no message");
                }
                taken++;
            }
            return taken;
        }
    }

    @Override
    public void begin(String id, int messages) {
        dbos.startWorkflow(() -> inbox.take(messages), new StartWorkflowOptions(id));
    }

    @Override
    public void send(String id, String text) {
        dbos.send(id, text, TOPIC, UUID.randomUUID().toString());
    }

    @Override
    public void await(List<String> ids) {
        for (String id : ids) {
            Integer taken = dbos.<Integer, RuntimeException>getResult(id);
            if (taken == null || taken < 1) {
                throw new IllegalStateException(id + " has taken " + taken);
            }
        }
    }

    @Override
    public void close() {
        dbos.close();
    }
}
