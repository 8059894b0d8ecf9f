package io.stepgraph.benchmarks.queue;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.store.Store;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Enqueues runs. */
final class StepgraphQueue implements Contender.Queue {
    private static final String NAMESPACE = "default";

    private final Talk talk = Talk.ofSize(Contender.BYTES);
    private final Store store;
    private final Runner runner;
    private final Sql sql;

    StepgraphQueue(String url) {
        store = PostgresStore.builder(url).open();
        runner = Runner.builder(store).namespace(NAMESPACE).build();
        sql = new Sql(url);
    }

    @Override
    public void store(List<String> ids) {
        enqueue(runner, ids);
    }

    /** Stores items of another tenant. */
    void store(String tenant, List<String> ids) {
        try (Runner other = Runner.builder(store).namespace(tenant).build()) {
            enqueue(other, ids);
        }
    }

    private void enqueue(Runner into, List<String> ids) {
        ShortAgentGraph.Runs runs =
                ShortAgentGraph.of(new ShortAgent(talk, run -> {})).on(into);
        Queue<String> left = new ConcurrentLinkedQueue<>(ids);
        Crowd.each(left, id -> runs.enqueue(id, talk.begin()));
    }

    @Override
    public long left() throws SQLException {
        return sql.count("select count(*) from stepgraph.runs where status in ('QUEUED', 'RUNNING')");
    }

    @Override
    public long kept() throws SQLException {
        return sql.count("select count(*) from stepgraph.runs where status = 'COMPLETED'");
    }

    @Override
    public void clear() {
        runner.deleteAll(NAMESPACE);
    }

    @Override
    public void close() throws SQLException {
        runner.close();
        store.close();
        sql.close();
    }
}
