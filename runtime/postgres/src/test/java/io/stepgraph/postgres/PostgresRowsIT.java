package io.stepgraph.postgres;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows in the tables, the cost of changing them, and the errors for damaged ones. */
@Isolated("An older snapshot of another test would keep the old rows of a step.")
@Timeout(60)
@Tag("R12")
@Tag("V1")
@Tag("L1")
@Tag("S1")
@Tag("S2")
@Tag("S3")
@Tag("S5")
final class PostgresRowsIT {
    private static final StopReason.QuestionAsked QUESTION =
            new StopReason.QuestionAsked("nonce", Json.of("{\"text\":\"Approve?\"}"), Json.of("{}"));

    private final String schema = PostgresServer.newSchema();
    private Store store;

    @BeforeEach
    void openStore() {
        store = PostgresServer.open(schema);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void S1_a_run_is_read_with_plain_sql() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));

        assertThat(PostgresServer.query(schema, "select id, status, step, visit, state from runs"))
                .containsExactly("essay-1", "RUNNING", "review", "2", "{\"visit\":2,\"text\":\"xxxxxxxxxx\"}");
        assertThat(PostgresServer.query(schema, "select cast(state as json) ->> 'visit' from runs"))
                .containsExactly("2");
        assertThat(PostgresServer.query(
                        schema, "select lease_until - started_at > interval '23 hours', ended_at is null from runs"))
                .containsExactly("t", "t");
    }

    @Test
    void V1_a_commit_adds_one_row_to_the_log_however_much_it_tells() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        List<Json> told = List.of(Json.of("{\"a\":1}"), Json.of("{\"b\":2}"), Json.of("{\"c\":3}"));
        store.runs()
                .commit(
                        run.lease(Runs.LEASE),
                        Runs.commit(Runs.to(2, 10).result().checkpoint(), null, null, told));

        assertThat(PostgresServer.query(schema, "select last, count, events from events order by last desc"))
                .containsExactly("4", "3", "[{\"a\":1},{\"b\":2},{\"c\":3}]");
    }

    @Test
    void S3_a_run_that_is_removed_leaves_no_row() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, QUESTION));
        store.runs().end(store.runs().find(run.key()), new StopReason.Failed(Json.of("{}")), List.of(Json.of("{}")));

        assertThat(store.removals()
                        .prune("default", Status.FAILED, Instant.now().plus(Duration.ofDays(1)), 10))
                .isEqualTo(1);

        for (String table : List.of("runs", "starts", "interrupts", "events")) {
            assertThat(PostgresServer.query(schema, "select count(*) from " + table))
                    .as(table)
                    .containsExactly("0");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2_000, 2_800})
    void S5_the_new_row_of_a_step_goes_beside_the_old_one_and_into_no_index(int size) throws Exception {
        int runs = 20;
        int steps = 100;
        Lease[] leases = new Lease[runs];
        for (int i = 0; i < runs; i++) {
            leases[i] = store.runs().start(Runs.newRun("essay-" + i), Runs.ANN).lease(Runs.LEASE);
        }
        for (int visit = 2; visit <= steps; visit++) {
            for (Lease lease : leases) {
                store.runs().renew(lease);
                store.runs().commit(lease, Runs.to(visit, size + visit * 13 % 700));
            }
        }
        List<String> row = updates(2L * runs * (steps - 1));
        assertThat(Double.parseDouble(row.get(1)) / Double.parseDouble(row.get(0)))
                .as("%s of %s updates", row.get(1), row.get(0))
                .isGreaterThan(0.99);
    }

    @Test
    void S3_a_marked_run_is_deleted_with_what_was_told_while_its_cancel_had_to_wait() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1", Retention.DELETE_ON_END), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, QUESTION));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection other = PostgresServer.holding(
                schema,
                "update runs set command_version = command_version + 1, last_event = last_event + 1, mode = 'PLAN'"
                        + " returning run_number")) {
            Database.query(
                    other,
                    "insert into events (run, last, count, at, events)"
                            + " select run_number, last_event, 1, updated_at, '[{}]' from runs returning run");
            Future<RunHeader> cancel =
                    thread.submit(() -> store.runs().command(run.key(), new RunCommand.Cancel("dave")));
            PostgresServer.awaitWaiting(schema, 1);
            other.commit();

            assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
        } finally {
            thread.shutdownNow();
        }
        assertThat(store.removals().deleteMarked("default", Duration.ZERO, null, 10))
                .isEqualTo(1);
        assertThat(PostgresServer.query(schema, "select count(*) from events")).containsExactly("0");
    }

    @Test
    void S5_the_end_of_an_effect_reads_no_other_effect_of_the_run() throws Exception {
        int effects = 300;
        Lease lease = store.runs().start(Runs.newRun("essay-1"), Runs.ANN).lease(Runs.LEASE);
        for (int i = 1; i <= effects; i++) {
            EffectId charge = new EffectId(1, "charge", "order-" + i, 0);
            store.effects().begin(lease, Runs.call(charge, 1));
            store.effects().end(lease, List.of(new EffectEnd(charge, EffectStatus.DONE, Json.of("{}"))));
        }
        assertThat(updates("effects", effects)).isNotEmpty();

        List<String> read = PostgresServer.query(
                schema,
                "select seq_tup_read + idx_tup_fetch from pg_stat_user_tables where schemaname = '" + schema
                        + "' and relname = 'effects'");
        assertThat(Long.parseLong(read.get(0))).isLessThan(3L * effects);
    }

    @Test
    void S5_a_run_is_written_by_its_number_however_few_runs_there_are() throws Exception {
        int runs = 4;
        int steps = 50;
        ExecutorService threads = Executors.newFixedThreadPool(runs);
        try {
            List<Future<CommitResult>> ends = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                StoredRun run = store.runs().start(Runs.newRun("essay-" + i), Runs.ANN);
                ends.add(threads.submit(() -> {
                    StoredRun taken = store.runs().acquire(new AcquireRequest(run, Runs.ANN, true, List.of()));
                    Lease lease = taken.lease(Runs.LEASE);
                    for (long visit = taken.revision() + 1; visit <= steps; visit++) {
                        store.runs().renew(lease);
                        store.runs().commit(lease, Runs.to(visit, 10));
                    }
                    return store.runs().commit(lease, Runs.rests(steps, QUESTION));
                }));
            }
            for (Future<CommitResult> end : ends) {
                assertThat(end.get()).isEqualTo(CommitResult.STORED);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(updates(2L * runs * (steps - 1))).hasSize(2);

        assertThat(PostgresServer.query(
                        schema,
                        "select string_agg(indexrelname, ', ') from pg_stat_user_indexes where schemaname = '" + schema
                                + "' and relname = 'runs' and idx_tup_read > 0"))
                .containsExactly("runs_pkey");
    }

    /** Closes the store, and returns how often rows of runs were updated, and how often in place: at least so often. */
    private List<String> updates(long expected) throws Exception {
        return updates("runs", expected);
    }

    private List<String> updates(String table, long expected) throws Exception {
        // The server counts when a connection is idle, or ends.
        store.close();

        String counts = "select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where schemaname = '" + schema
                + "' and relname = '" + table + "'";
        List<String> row = PostgresServer.query(schema, counts);
        while (Long.parseLong(row.get(0)) < expected) {
            if (Thread.interrupted()) {
                throw new InterruptedException(row.toString());
            }
            Thread.onSpinWait();
            row = PostgresServer.query(schema, counts);
        }
        return row;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        status = 'SLEEPING'            | status 'SLEEPING'
        status = 'QUEUED', reason_kind = 'answered', reason = '{"nonce":"n","answer":1}', due_at = now() | a 'due_at'
        status = 'WAITING', reason_kind = 'asked', reason = '['      | a 'reason' that is not a JSON object
        status = 'WAITING', reason_kind = 'asked', reason = '{}'     | a 'reason' that has no 'nonce'
        """)
    void S2_a_damaged_row_names_its_run_and_others_go_on(String damage, String said) throws Exception {
        StoredRun damaged = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        StoredRun other = store.runs().start(Runs.newRun("essay-2"), Runs.ANN);
        PostgresServer.execute(schema, "update runs set " + damage + " where id = 'essay-1'");

        assertThrown(ErrorCode.CORRUPT_CHECKPOINT, () -> store.runs().find(damaged.key()), "'essay-1'", said);
        assertThat(store.runs().commit(other.lease(Runs.LEASE), Runs.to(2, 10))).isEqualTo(CommitResult.STORED);
    }

    @Test
    void R12_a_character_that_postgres_does_not_keep_is_refused_and_not_asked_for_again() {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);

        assertThatThrownBy(() ->
                        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, new StopReason.Cancelled("no\0"))))
                .isInstanceOf(NotStorableException.class)
                .hasMessageContainingAll("'essay-1'", "U+0000");
        assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10))).isEqualTo(CommitResult.STORED);
    }

    @Test
    void L1_the_servers_own_clock_ends_a_lease() {
        StoredRun run =
                store.runs().start(Runs.newRun("essay-1"), new LeaseRequest(Runs.ANN.owner(), Duration.ofMillis(1)));
        StoredRun over = run;
        while (!over.isLeaseOver()) {
            over = store.runs().find(run.key());
        }

        assertThrown(ErrorCode.LEASE_LOST, () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));
        assertThatThrownBy(() -> store.runs().renew(run.lease(Runs.LEASE))).is(Errors.with(ErrorCode.LEASE_LOST));
        assertThat(store.runs().acquire(new AcquireRequest(over, Runs.BOB, false, List.of())))
                .isNotNull();
    }

    @Test
    void L1_the_time_of_a_run_does_not_go_back_with_the_servers() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        PostgresServer.setClock(schema, "clock_timestamp()", Duration.ofHours(-1));

        StoredRun now = store.runs().find(run.key());
        assertThat(now.readAt()).isAfterOrEqualTo(run.startedAt());
        store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));
        assertThat(store.log().events(run.key(), 0, 10).batches().get(1).at()).isAfterOrEqualTo(run.startedAt());
    }

    /** What an index has of claimed runs stays there as long as the oldest snapshot of the database. */
    @Test
    @Tag("L5")
    void L5_a_snapshot_of_somebody_else_makes_no_claim_walk_over_the_claims_before_it() throws Exception {
        int runs = 300;
        try (Connection other = PostgresServer.connect()) {
            other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            other.setAutoCommit(false);
            try (Store store = PostgresServer.open(schema)) {
                for (int number = 1; number <= runs; number++) {
                    store.queue().enqueue(Runs.newRun("essay-" + number), new QueueRequest(null, null, null));
                }
                Database.query(other, "select 1");
                NewRun run = Runs.newRun("essay");
                ClaimRequest one = new ClaimRequest(
                        run.graph(),
                        Set.of(run.checkpoint().step()),
                        Set.of(),
                        PermissionMode.DEFAULT,
                        ClaimRequest.NO_LIMIT,
                        null,
                        Duration.ofMinutes(5),
                        1,
                        Map.of());
                for (int claim = 1; claim <= runs; claim++) {
                    assertThat(store.queue().claim(one)).hasSize(1);
                }
            }
            String index =
                    " from pg_stat_user_indexes where schemaname = '" + schema + "' and indexrelname = 'runs_wake'";
            PostgresServer.await(schema, "select idx_scan >= " + 3 * runs + index, "t");
            // Without a floor, each claim reads twice what the claims before it have left: 90,000 entries altogether.
            assertThat(Integer.parseInt(PostgresServer.query(schema, "select idx_tup_read" + index)
                            .get(0)))
                    .isLessThan(runs * runs / 2);
        }
    }
}
