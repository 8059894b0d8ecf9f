package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.store.AcquireRequest;
import io.stepgraph.engine.store.BranchCheckpoint;
import io.stepgraph.engine.store.Commit;
import io.stepgraph.engine.store.CommitResult;
import io.stepgraph.engine.store.EventLog;
import io.stepgraph.engine.store.RunCommand;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.StateChange;
import io.stepgraph.engine.store.Store;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.LeaseLostException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commits that come while one is on its way: they share a statement, and each of them keeps its own fate. */
@Timeout(60)
@Tag("R2")
@Tag("R12")
@Tag("L1")
final class PostgresGroupIT {
    private static final int MEMBERS = 6;
    private static final String WAITING =
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%%\"%s\".runs%%'";

    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<RunRecord> runs = new ArrayList<>();
    private Store store;

    @BeforeEach
    void openStore() {
        store = PostgresServer.open(schema);
        for (int i = 0; i < MEMBERS; i++) {
            runs.add(store.start(Runs.newRun("essay-" + i), Runs.ANN));
        }
    }

    @AfterEach
    void closeStore() {
        threads.shutdownNow();
        store.close();
    }

    /** Holds the first commit up at the server until all others have come. */
    private List<Future<CommitResult>> together(List<Commit> commits) throws Exception {
        List<Future<CommitResult>> results = new ArrayList<>();
        try (Connection other = PostgresServer.connect()) {
            other.setSchema(schema);
            other.setAutoCommit(false);
            Database.query(other, "select run_number from runs where id = 'essay-0' for update");
            results.add(committing(0, Runs.to(2, 10)));
            PostgresServer.await(schema, WAITING.formatted(schema), "1");
            List<Thread> committers = new ArrayList<>();
            for (int i = 0; i < commits.size(); i++) {
                results.add(committing(i + 1, commits.get(i), committers));
            }
            while (committers.size() < commits.size() || !committers.stream().allMatch(PostgresGroupIT::waits)) {
                Thread.onSpinWait();
            }
            other.rollback();
        }
        return results;
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    private Future<CommitResult> committing(int run, Commit commit) {
        return committing(run, commit, new ArrayList<>());
    }

    private Future<CommitResult> committing(int run, Commit commit, List<Thread> committers) {
        return threads.submit(() -> {
            synchronized (committers) {
                committers.add(Thread.currentThread());
            }
            return store.commit(runs.get(run).lease(Runs.LEASE), commit);
        });
    }

    @Test
    void L1_a_run_whose_row_somebody_holds_is_not_waited_for_by_others_more_than_once() throws Exception {
        try (Connection other = PostgresServer.connect()) {
            other.setSchema(schema);
            other.setAutoCommit(false);
            Database.query(other, "select run_number from runs where id = 'essay-0' for update");
            Future<CommitResult> first = committing(0, Runs.to(2, 10));
            assertThatThrownBy(first::get).hasCauseInstanceOf(StoreUnavailableException.class);
            Future<CommitResult> again = committing(0, Runs.to(2, 10));
            PostgresServer.await(schema, WAITING.formatted(schema), "1");

            for (int i = 1; i < MEMBERS; i++) {
                assertThat(store.commit(runs.get(i).lease(Runs.LEASE), Runs.to(2, 10)))
                        .isEqualTo(CommitResult.STORED);
            }

            assertThat(PostgresServer.query(schema, WAITING.formatted(schema))).containsExactly("1");
            other.rollback();
            assertThat(again.get()).isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void R2_commits_that_come_together_are_one_transaction_and_all_that_was_told_is_there() throws Exception {
        List<Commit> commits = new ArrayList<>();
        for (int i = 1; i < MEMBERS; i++) {
            commits.add(Runs.to(2, i * 100));
        }

        for (Future<CommitResult> result : together(commits)) {
            assertThat(result.get()).isEqualTo(CommitResult.STORED);
        }

        assertThat(PostgresServer.query(
                        schema, "select count(distinct cast(xmin as text)) from runs where id <> 'essay-0'"))
                .containsExactly("1");
        for (int i = 1; i < MEMBERS; i++) {
            RunRecord run = store.find(runs.get(i).key());
            assertThat(run.revision()).isEqualTo(2);
            assertThat(run.checkpoint()).isEqualTo(new BranchCheckpoint("review", null, 2, 1, 0, 1, null));
            assertThat(run.state()).isEqualTo(Runs.state(2, i * 100));
            EventLog log = store.events(run.key(), 0, 10);
            assertThat(log.batches()).extracting(EventLog.Batch::last).containsExactly(1L, 2L);
            assertThat(log.batches()).extracting(EventLog.Batch::events).containsOnly(Json.of("[" + Runs.EVENT + "]"));
        }
    }

    @Test
    void L1_each_of_them_is_written_or_refused_for_itself() throws Exception {
        store.acquire(new AcquireRequest(runs.get(2), Runs.BOB, true, List.of()));
        store.command(runs.get(3).key(), new RunCommand.Cancel("dave"));
        store.commit(runs.get(4).lease(Runs.LEASE), Runs.to(2, 10));

        List<Future<CommitResult>> results =
                together(List.of(Runs.to(2, 10), Runs.to(2, 10), Runs.to(2, 10), Runs.to(2, 10)));

        assertThat(results.get(1).get()).isEqualTo(CommitResult.STORED);
        assertThatThrownBy(results.get(2)::get).cause().isInstanceOf(LeaseLostException.class);
        assertThat(results.get(3).get()).isEqualTo(CommitResult.CONTROL_MOVED);
        assertThat(results.get(4).get()).isEqualTo(CommitResult.STORED);
        assertThat(store.events(runs.get(4).key(), 0, 10).batches()).hasSize(2);
    }

    @Test
    void R2_they_are_written_together_by_the_simple_protocol_too() throws Exception {
        store.close();
        store = PostgresStore.builder(PostgresServer.url() + "&preferQueryMode=simple")
                .schema(schema)
                .open();

        for (Future<CommitResult> result : together(List.of(Runs.to(2, 10), Runs.to(2, 20)))) {
            assertThat(result.get()).isEqualTo(CommitResult.STORED);
        }

        assertThat(store.find(runs.get(2).key()).state()).isEqualTo(Runs.state(2, 20));
    }

    @Test
    void R12_one_that_cannot_be_stored_does_not_take_the_others_with_it() throws Exception {
        Commit good = Runs.to(2, 10);
        Commit bad = new Commit(
                1,
                0,
                "print-1",
                new BranchCheckpoint("no\0", null, 2, 1, 0, 1, null),
                StateChange.UNCHANGED,
                null,
                null,
                List.of());

        List<Future<CommitResult>> results = together(List.of(good, bad, good));

        assertThat(results.get(1).get()).isEqualTo(CommitResult.STORED);
        assertThatThrownBy(results.get(2)::get).cause().isInstanceOf(NotStorableException.class);
        assertThat(results.get(3).get()).isEqualTo(CommitResult.STORED);
    }
}
