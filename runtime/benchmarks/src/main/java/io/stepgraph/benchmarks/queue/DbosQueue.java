package io.stepgraph.benchmarks.queue;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.postgres.Server;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Enqueues workflows. */
final class DbosQueue implements Contender.Queue {
    private final Talk talk = Talk.ofSize(Contender.BYTES);
    private final DBOSClient client;
    private final Sql sql;

    DbosQueue(String url) {
        try (DBOS schema = new DBOS(DbosConsumption.config(url, "schema"))) {
            schema.launch();
        }
        client = new DBOSClient(url, Server.USER, "");
        sql = new Sql(url);
    }

    @Override
    public void store(List<String> ids) {
        Crowd.each(
                new ConcurrentLinkedQueue<>(ids),
                id -> client.enqueueWorkflow(
                        new DBOSClient.EnqueueOptions(DbosConsumption.WORKFLOW, DbosConsumption.QUEUE)
                                .withClassName(DbosConsumption.ShortWorkflow.class.getName())
                                .withAppVersion(DbosConsumption.VERSION)
                                .withWorkflowId(id),
                        new Object[] {talk.begin()}));
    }

    @Override
    public long left() throws SQLException {
        return sql.count("select count(*) from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')");
    }

    @Override
    public long kept() throws SQLException {
        return sql.count("select count(*) from dbos.workflow_status where status = 'SUCCESS'");
    }

    @Override
    public void clear() throws SQLException {
        sql.execute("truncate dbos.workflow_status cascade");
    }

    @Override
    public void close() throws SQLException {
        client.close();
        sql.close();
    }
}
