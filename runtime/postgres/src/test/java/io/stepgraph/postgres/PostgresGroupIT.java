package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that come while one is on its way: they share a transaction, and each of them keeps its own fate. */
@Timeout(60)
@Tag("R2")
@Tag("R12")
@Tag("L1")
@Tag("E3")
final class PostgresGroupIT {
    private static final int MEMBERS = 6;
    private static final EffectId CHARGE = new EffectId(1, "charge", "", 1);
    private static final EffectEnd DONE = new EffectEnd(CHARGE, EffectStatus.DONE, Json.of("{\"id\":\"r-1\"}"));

    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<StoredRun> runs = new ArrayList<>();
    private Store store;

    @BeforeEach
    void openStore() {
        store = PostgresServer.open(schema);
        for (int i = 0; i < MEMBERS; i++) {
            runs.add(store.runs().start(Runs.newRun("essay-" + i), Runs.ANN));
        }
    }

    @AfterEach
    void closeStore() {
        threads.shutdownNow();
        store.close();
    }

    /**
     * Holds a commit of the first run up at the server until these of the next runs have come; its result is the first.
     */
    private List<Future<CommitResult>> together(List<Commit> commits) throws Exception {
        List<Callable<CommitResult>> calls = new ArrayList<>();
        for (int i = 0; i < commits.size(); i++) {
            Lease lease = lease(i + 1);
            Commit commit = commits.get(i);
            calls.add(() -> store.runs().commit(lease, commit));
        }
        return whileOneIsOnItsWay(calls);
    }

    /** Holds a commit of the first run up at the server until all these calls have come; its result is the first. */
    @SuppressWarnings("unchecked") // the commit's own result is not read where the others are of another type
    private <T> List<Future<T>> whileOneIsOnItsWay(List<Callable<T>> calls) throws Exception {
        List<Future<T>> results = new ArrayList<>();
        try (Connection other =
                PostgresServer.holding(schema, "select run_number from runs where id = 'essay-0' for update")) {
            results.add((Future<T>) committing(0, Runs.to(2, 10)));
            PostgresServer.awaitWaiting(schema, 1);
            List<Thread> callers = new CopyOnWriteArrayList<>();
            for (Callable<T> call : calls) {
                results.add(threads.submit(() -> {
                    callers.add(Thread.currentThread());
                    return call.call();
                }));
            }
            while (callers.size() < calls.size() || !callers.stream().allMatch(PostgresGroupIT::waits)) {
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
        return threads.submit(() -> store.runs().commit(lease(run), commit));
    }

    private Lease lease(int run) {
        return runs.get(run).lease(Runs.LEASE);
    }

    private EffectRecord effect(int run) {
        return store.effects().find(runs.get(run).key()).stream()
                .filter(effect -> effect.id().equals(CHARGE))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void L1_a_run_whose_row_somebody_holds_is_not_waited_for_by_others_more_than_once() throws Exception {
        try (Connection other =
                PostgresServer.holding(schema, "select run_number from runs where id = 'essay-0' for update")) {
            Future<CommitResult> first = committing(0, Runs.to(2, 10));
            assertThatThrownBy(first::get).hasCauseInstanceOf(StoreUnavailableException.class);
            Future<CommitResult> again = committing(0, Runs.to(2, 10));
            PostgresServer.awaitWaiting(schema, 1);

            for (int i = 1; i < MEMBERS; i++) {
                assertThat(store.runs().commit(runs.get(i).lease(Runs.LEASE), Runs.to(2, 10)))
                        .isEqualTo(CommitResult.STORED);
            }

            assertThat(PostgresServer.query(schema, PostgresServer.waiting(schema, "count(*)")))
                    .containsExactly("1");
            other.rollback();
            assertThat(again.get()).isEqualTo(CommitResult.STORED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&preferQueryMode=simple"})
    void R2_commits_that_come_together_are_one_transaction_and_all_that_was_told_is_there(String protocol)
            throws Exception {
        store.close();
        store = PostgresStore.builder(PostgresServer.url() + protocol)
                .schema(schema)
                .open();
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
            StoredRun run = store.runs().find(runs.get(i).key());
            assertThat(run.revision()).isEqualTo(2);
            assertThat(run.checkpoint()).isEqualTo(new StepEntry("review", null, 2, 1, 0, 1, null));
            assertThat(run.state()).isEqualTo(Runs.state(2, i * 100));
            EventLog log = store.log().events(run.key(), 0, 10);
            assertThat(log.batches()).extracting(EventLog.Batch::last).containsExactly(1L, 2L);
            assertThat(log.batches()).extracting(EventLog.Batch::events).containsOnly(Json.of("[" + Runs.EVENT + "]"));
        }
    }

    @Test
    void L1_each_of_them_is_written_or_refused_for_itself() throws Exception {
        store.runs().acquire(new AcquireRequest(runs.get(2), Runs.BOB, true, List.of()));
        store.runs().command(runs.get(3).key(), new RunCommand.Cancel("dave"));
        store.runs().commit(runs.get(4).lease(Runs.LEASE), Runs.to(2, 10));

        List<Future<CommitResult>> results =
                together(List.of(Runs.to(2, 10), Runs.to(2, 10), Runs.to(2, 10), Runs.to(2, 10)));

        assertThat(results.get(1).get()).isEqualTo(CommitResult.STORED);
        assertThatThrownBy(results.get(2)::get).cause().is(Errors.with(ErrorCode.LEASE_LOST));
        assertThat(results.get(3).get()).isEqualTo(CommitResult.COMMAND_ARRIVED);
        assertThat(results.get(4).get()).isEqualTo(CommitResult.STORED);
        assertThat(store.log().events(runs.get(4).key(), 0, 10).batches()).hasSize(2);
    }

    @Test
    void R12_one_that_cannot_be_stored_does_not_take_the_others_with_it() throws Exception {
        Commit good = Runs.to(2, 10);
        Commit bad = Runs.commit(new StepEntry("no\0", null, 2, 1, 0, 1, null), null, null, List.of());

        List<Future<CommitResult>> results = together(List.of(good, bad, good));

        assertThat(results.get(1).get()).isEqualTo(CommitResult.STORED);
        assertThatThrownBy(results.get(2)::get).cause().isInstanceOf(NotStorableException.class);
        assertThat(results.get(3).get()).isEqualTo(CommitResult.STORED);
    }

    @Test
    void E3_effects_begin_and_end_in_the_transaction_of_the_commits_that_come_with_them() throws Exception {
        store.effects().begin(lease(2), Runs.call(CHARGE, 1));
        store.effects().begin(lease(3), Runs.call(CHARGE, 1));
        Commit withEnd = Runs.commit(Runs.to(2, 10).result().checkpoint(), null, null, List.of(), DONE);

        List<Future<Object>> results = whileOneIsOnItsWay(List.of(
                () -> store.effects().begin(lease(1), Runs.call(CHARGE, 1)),
                () -> {
                    store.effects().end(lease(2), List.of(DONE));
                    return "ended";
                },
                () -> store.runs().commit(lease(3), withEnd),
                () -> store.runs().commit(lease(4), Runs.to(2, 10))));

        for (Future<Object> result : results) {
            assertThat(result.get()).isNotNull();
        }
        assertThat((EffectRecord) results.get(1).get())
                .usingRecursiveComparison()
                .ignoringFields("readAt", "callUntil")
                .isEqualTo(effect(1));
        assertThat(effect(1).isBegunBy(lease(1), 1)).isTrue();
        assertThat(List.of(effect(2), effect(3)))
                .extracting(EffectRecord::status)
                .containsOnly(EffectStatus.DONE);
        assertThat(List.of(effect(2), effect(3)))
                .extracting(EffectRecord::result)
                .containsOnly(DONE.result());
        assertThat(store.runs().find(runs.get(3).key()).revision()).isEqualTo(2);
        assertThat(PostgresServer.query(schema, """
            select count(distinct t) from (
                select cast(xmin as text) as t from runs where id in ('essay-3', 'essay-4')
                 union all
                select cast(xmin as text) from effects) as written
            """)).containsExactly("1");
    }

    @Test
    void E3_each_effect_begins_or_ends_or_is_refused_for_itself() throws Exception {
        store.effects().begin(lease(2), Runs.call(CHARGE, 1));
        for (int lost : List.of(3, 4)) {
            store.effects().begin(lease(lost), Runs.call(CHARGE, 1));
            store.runs().acquire(new AcquireRequest(runs.get(lost), Runs.BOB, true, List.of()));
        }

        List<Future<Object>> results = whileOneIsOnItsWay(List.of(
                () -> store.effects().begin(lease(1), Runs.repeatableCall(CHARGE)),
                () -> store.effects().begin(lease(2), Runs.call(CHARGE, 2)),
                () -> store.effects().begin(lease(3), Runs.call(CHARGE, 1)),
                () -> {
                    store.effects().end(lease(4), List.of(DONE));
                    return "ended";
                }));

        assertThat(((EffectRecord) results.get(1).get()).status()).isEqualTo(EffectStatus.STARTED);
        assertThat(((EffectRecord) results.get(2).get()).attempt()).isEqualTo(1);
        assertThatThrownBy(results.get(3)::get).cause().is(Errors.with(ErrorCode.LEASE_LOST));
        assertThatThrownBy(results.get(4)::get).cause().is(Errors.with(ErrorCode.LEASE_LOST));
        assertThat(effect(4).status()).isEqualTo(EffectStatus.STARTED);
    }
}
