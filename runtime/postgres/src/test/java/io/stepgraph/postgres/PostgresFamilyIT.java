package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes of several members of a family at the same moment: no order of their locks is an error of a caller. */
@Timeout(120)
@Tag("C3")
@Tag("C8")
final class PostgresFamilyIT {
    private static final RunCommand.Cancel CANCEL = new RunCommand.Cancel("dave");
    private static final StopReason COMPLETED = new StopReason.Completed(Json.of("1"));

    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private PostgresStore store;

    @BeforeEach
    void openStore() {
        store = PostgresServer.open(schema);
    }

    @AfterEach
    void closeStore() {
        threads.shutdownNow();
        store.close();
    }

    /** A run that has called so many agents. */
    private StoredRun called(String id, int agents) {
        StoredRun run = store.runs().start(Runs.newRun(id), Runs.ANN);
        return calling(run, agents);
    }

    private StoredRun calling(StoredRun run, int agents) {
        assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.calls(run, agents)))
                .isEqualTo(CommitResult.STORED);
        return found(run.key());
    }

    private StoredRun found(RunKey key) {
        return store.runs().find(key);
    }

    private StoredRun child(StoredRun caller, int place) {
        return found(Runs.key(Runs.childId(caller, place)));
    }

    private StoredRun executed(StoredRun caller, int place) {
        return store.runs().acquire(new AcquireRequest(child(caller, place), Runs.ANN, false, List.of()));
    }

    private static Commit end(StoredRun run) {
        Commit first = Runs.rests(run.revision(), COMPLETED);
        return new Commit(run.revision(), 0, first.fingerprint(), first.result(), List.of());
    }

    private CommitResult ends(PostgresStore store, StoredRun run) {
        return store.runs().commit(run.lease(Runs.LEASE), end(run));
    }

    private Future<RunHeader> cancelling(StoredRun run) {
        return threads.submit(() -> store.runs().command(run.key(), CANCEL));
    }

    private void assertJoined(StoredRun caller) {
        StoredRun now = found(caller.key());
        assertThat(now.stopReason()).isInstanceOf(StopReason.Joined.class);
        assertThat(now.status()).isEqualTo(Status.QUEUED);
        assertThat(now.revision()).isEqualTo(caller.revision() + 1);
    }

    private void assertCancelled(StoredRun root, int members) {
        List<FamilyMember> family = store.calls().family(root.key(), 100);
        assertThat(family).hasSize(members);
        assertThat(family).allMatch(member -> member.run().status() == Status.CANCELLED);
    }

    @Test
    void C3_of_two_last_ends_in_two_processes_one_wakes_the_caller() throws Exception {
        StoredRun caller = called("essay", 2);
        List<StoredRun> children = List.of(executed(caller, 1), executed(caller, 2));
        List<Future<CommitResult>> ends = new ArrayList<>();
        try (PostgresStore other = PostgresServer.open(schema);
                Connection holder = PostgresServer.holding(schema, "select run from calls for update")) {
            ends.add(threads.submit(() -> ends(store, children.get(0))));
            ends.add(threads.submit(() -> ends(other, children.get(1))));
            PostgresServer.awaitWaiting(schema, 2);
            holder.rollback();

            for (Future<CommitResult> end : ends) {
                assertThat(end.get()).isEqualTo(CommitResult.STORED);
            }
        }
        assertJoined(caller);
    }

    @Test
    @Tag("T1")
    void C3_a_transaction_of_the_program_that_ends_a_child_keeps_no_other_end_waiting() throws Exception {
        StoredRun caller = called("essay", 2);
        StoredRun second = executed(caller, 2);
        try (Connection program = PostgresServer.connect()) {
            program.setAutoCommit(false);
            RunKey first = child(caller, 1).key();
            store.within(program, () -> store.joined().runs().command(first, CANCEL));

            assertThat(ends(store, second)).isEqualTo(CommitResult.STORED);
            assertThat(found(caller.key()))
                    .usingRecursiveComparison()
                    .ignoringFields("readAt")
                    .isEqualTo(caller);

            program.commit();
        }
        assertJoined(caller);
    }

    @Test
    @Tag("E8")
    void C3_work_at_the_end_of_a_child_keeps_no_other_end_waiting() {
        StoredRun caller = called("essay", 2);
        StoredRun first = executed(caller, 1);
        StoredRun second = executed(caller, 2);

        CommitResult result = store.runs()
                .commit(
                        first.lease(Runs.LEASE),
                        end(first),
                        connection -> assertThat(threads.submit(() -> ends(store, second))
                                        .get())
                                .isEqualTo(CommitResult.STORED));

        assertThat(result).isEqualTo(CommitResult.STORED);
        assertJoined(caller);
    }

    @Test
    void C8_a_cancel_that_meets_the_last_end_ends_the_caller_after_it() throws Exception {
        StoredRun caller = called("essay", 1);
        StoredRun child = executed(caller, 1);
        Future<CommitResult> end;
        Future<RunHeader> cancel;
        try (Connection holder = PostgresServer.holding(schema, "select run from calls for update")) {
            end = threads.submit(() -> ends(store, child));
            PostgresServer.awaitWaiting(schema, 1);
            cancel = cancelling(caller);
            PostgresServer.awaitWaiting(schema, 2);
            holder.rollback();
            assertThat(end.get()).isEqualTo(CommitResult.STORED);
        }

        assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
        assertThat(child(caller, 1).status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void C8_a_cancel_that_meets_the_commit_of_the_call_reaches_the_runs_of_it() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay"), Runs.ANN);
        try (Connection holder = PostgresServer.holding(schema, "select 1")) {
            try (Statement lock = holder.createStatement()) {
                lock.execute("lock table calls in exclusive mode");
            }
            Future<CommitResult> call =
                    threads.submit(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.calls(run, 3)));
            PostgresServer.awaitWaiting(schema, 1);
            Future<RunHeader> cancel = cancelling(run);
            PostgresServer.awaitWaiting(schema, 2);
            holder.rollback();

            assertThat(call.get()).isEqualTo(CommitResult.STORED);
            assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
        }
        assertCancelled(run, 4);
    }

    @Test
    void C8_a_family_that_grows_under_a_cancel_is_cancelled_as_a_whole() throws Exception {
        StoredRun caller = called("essay", 2);
        StoredRun first = executed(caller, 1);
        Future<RunHeader> cancel;
        try (Connection holder = PostgresServer.holding(
                schema, "select run_number from runs where id = '" + Runs.childId(caller, 2) + "' for update")) {
            cancel = cancelling(caller);
            PostgresServer.awaitWaiting(schema, 1);
            calling(first, 2);
            holder.rollback();
            assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
        }
        assertCancelled(caller, 5);
    }

    @Test
    void C8_a_row_that_somebody_holds_for_long_is_waited_for_again() throws Exception {
        StoredRun caller = called("essay", 2);
        try (Connection holder = PostgresServer.holding(
                schema, "select run_number from runs where id = '" + Runs.childId(caller, 1) + "' for update")) {
            Future<RunHeader> cancel = cancelling(caller);
            // Longer than one statement waits.
            for (int wait = 1; wait <= 2; wait++) {
                PostgresServer.awaitWaiting(schema, 1);
                PostgresServer.awaitWaiting(schema, 0);
            }
            holder.rollback();
            assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
        }
        assertCancelled(caller, 3);
    }

    @Test
    @Tag("T1")
    void C8_a_program_whose_transaction_meets_a_cancel_crosswise_sees_no_deadlock() throws Exception {
        StoredRun caller = called("essay", 2);
        try (Connection program = PostgresServer.connect()) {
            program.setAutoCommit(false);
            RunCommand label = new RunCommand.SetLabels(Map.of("team", "ops"), "ann");
            store.within(program, () -> store.joined().runs().command(caller.key(), label));
            Future<RunHeader> cancel = cancelling(caller);
            PostgresServer.awaitWaiting(schema, 1);
            RunKey child = child(caller, 1).key();
            store.within(program, () -> store.joined().runs().command(child, CANCEL));
            program.commit();

            assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
        }
        assertCancelled(caller, 3);
    }

    @Test
    @Tag("L1")
    void C8_a_cancel_beside_group_commits_of_the_children_is_no_conflict_for_anyone() throws Exception {
        for (int round = 1; round <= 10; round++) {
            int agents = 6;
            StoredRun caller = called("essay-" + round, agents);
            List<Future<CommitResult>> last = new ArrayList<>();
            for (int place = 1; place <= agents; place++) {
                StoredRun child = executed(caller, place);
                last.add(threads.submit(() -> {
                    CommitResult result = CommitResult.STORED;
                    for (long revision = child.revision(); result == CommitResult.STORED; revision++) {
                        StepEntry next = new StepEntry("review", null, revision + 1, 1, 0, 1, null);
                        Commit step = Runs.commit(next, null, null, List.of(Runs.EVENT));
                        result = store.runs().commit(child.lease(Runs.LEASE), step);
                    }
                    return result;
                }));
            }

            assertThat(cancelling(caller).get().status()).isEqualTo(Status.CANCELLED);

            for (Future<CommitResult> result : last) {
                assertThat(result.get()).isEqualTo(CommitResult.COMMAND_ARRIVED);
            }
        }
    }

    @Test
    @Tag("C10")
    void C10_a_retry_of_a_child_beside_a_cancel_and_an_end_leaves_no_run_without_its_caller() throws Exception {
        for (int round = 1; round <= 10; round++) {
            StoredRun caller = called("essay-" + round, 3);
            StoredRun failed = child(caller, 1);
            store.runs().end(failed, new StopReason.Failed(Json.of("{}")), List.of());
            StoredRun other = executed(caller, 2);
            ReopenRequest retry = new ReopenRequest(failed.key(), failed.runNumber(), null, 1, List.of());

            Future<RunHeader> cancel = cancelling(caller);
            Future<CommitResult> end = threads.submit(() -> ends(store, other));
            try {
                store.runs().reopen(retry);
            } catch (StepgraphException refused) {
                assertThat(refused.code()).isEqualTo(ErrorCode.ILLEGAL_RUN_STATUS);
            }

            assertThat(cancel.get().status()).isEqualTo(Status.CANCELLED);
            assertThat(end.get()).isNotNull();
            assertThat(child(caller, 1).status()).isIn(Status.FAILED, Status.CANCELLED);
        }
    }
}
