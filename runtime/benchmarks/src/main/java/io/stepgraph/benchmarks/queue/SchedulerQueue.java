package io.stepgraph.benchmarks.queue;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Schedules tasks. */
final class SchedulerQueue implements Contender.Queue {
    private final Talk talk = Talk.ofSize(Contender.BYTES);
    private final JsonMapper json = new JsonMapper();
    private final HikariDataSource pool;
    private final SchedulerClient client;
    private final Sql sql;

    SchedulerQueue(String url) throws SQLException {
        sql = new Sql(url);
        sql.execute(
                """
                create table if not exists scheduled_tasks (
                    task_name text not null, task_instance text not null, task_data bytea,
                    execution_time timestamptz not null, picked boolean not null, picked_by text,
                    last_success timestamptz, last_failure timestamptz, consecutive_failures int,
                    last_heartbeat timestamptz, version bigint not null, priority smallint,
                    primary key (task_name, task_instance))
                """,
                "create index if not exists tasks_by_time on scheduled_tasks (execution_time)",
                "create index if not exists tasks_by_heartbeat on scheduled_tasks (last_heartbeat)");
        pool = SchedulerConsumption.pool(url);
        client = SchedulerClient.Builder.create(pool, SchedulerConsumption.task(talk, id -> {}))
                .build();
    }

    @Override
    public void store(List<String> ids) {
        String data = json.writeValueAsString(talk.begin());
        client.scheduleBatch(
                ids.stream()
                        .<TaskInstance<?>>map(id -> new TaskInstance<>(SchedulerConsumption.TASK, id, data))
                        .toList(),
                Instant.now());
    }

    @Override
    public long left() throws SQLException {
        return sql.count("select count(*) from scheduled_tasks");
    }

    @Override
    public long kept() {
        return 0;
    }

    @Override
    public void clear() {}

    @Override
    public void close() throws SQLException {
        pool.close();
        sql.close();
    }
}
