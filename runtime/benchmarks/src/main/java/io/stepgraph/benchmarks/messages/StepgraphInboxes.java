package io.stepgraph.benchmarks.messages;

import io.stepgraph.benchmarks.messages.InboxAgent.Inbox;
import io.stepgraph.benchmarks.messages.InboxAgent.Message;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.store.Store;
import java.util.List;
import java.util.UUID;

/** A runner that sends, and a worker, on one store with all settings as they come. */
final class StepgraphInboxes implements Contender.Inboxes {
    private final Store store;
    private final Runner runner;
    private final Worker worker;
    private final InboxAgentGraph.Runs runs;

    StepgraphInboxes(String url) {
        store = PostgresStore.builder(url).open();
        runner = Runner.builder(store).build();
        worker = Worker.builder(store)
                .graphs(InboxAgentGraph.of(new InboxAgent()))
                .build()
                .start();
        runs = InboxAgentGraph.of(new InboxAgent()).on(runner);
    }

    @Override
    public void begin(String id, int messages) {
        runs.run(id, Inbox.of(messages));
    }

    @Override
    public void send(String id, String text) {
        runs.tellListen(id, UUID.randomUUID().toString(), new Message(text));
    }

    @Override
    public void await(List<String> ids) {
        for (String id : ids) {
            InboxAgentGraph.Outcome outcome = runs.await(id);
            while (outcome instanceof InboxAgentGraph.Outcome.Listen) {
                outcome = runs.await(id);
            }
            if (!(outcome instanceof InboxAgentGraph.Outcome.Completed)) {
                throw new IllegalStateException(id + " is " + outcome);
            }
        }
    }

    @Override
    public void close() {
        worker.close();
        runner.close();
        store.close();
    }
}
