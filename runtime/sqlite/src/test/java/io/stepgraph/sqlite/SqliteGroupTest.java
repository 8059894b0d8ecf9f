package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.Database.Work;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;

/** Commits that arrive while one is being written share the next transaction; each keeps or loses its own part. */
@Tag("R2")
@Tag("R11")
final class SqliteGroupTest {
    @TempDir
    Path folder;

    private final AtomicInteger transactions = new AtomicInteger();
    private final CountDownLatch writing = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Object> results = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = new ArrayList<>();
    private Path file;
    private Store store;

    /** Holds the first transaction up in its commit. */
    private final class Listener implements SQLiteCommitListener {
        @Override
        public void onCommit() {
            if (transactions.incrementAndGet() == 1) {
                writing.countDown();
                awaitGate();
            }
        }

        @Override
        public void onRollback() {}
    }

    @BeforeEach
    void open() {
        file = folder.resolve("runs.db");
    }

    private SqliteSession session() {
        return session(Duration.ofSeconds(5));
    }

    private SqliteSession session(Duration timeout) {
        SqliteSession session = Sessions.open(file, timeout);
        store = new SqliteStore(session);
        return session;
    }

    @AfterEach
    void close() {
        store.close();
    }

    private StoredRun started(String id) {
        return Objects.requireNonNull(store.runs().start(Runs.newRun(id), Runs.ANN));
    }

    /** Holds the commit of the run {@code first} up in its transaction. */
    private void holdUp(SqliteSession session) throws Exception {
        StoredRun first = started("first");
        ((SQLiteConnection) Sessions.connection(session)).addCommitListener(new Listener());
        commit(first, Runs.to(2, 10));
        writing.await();
    }

    private StoredRun found(StoredRun run) {
        return Objects.requireNonNull(store.runs().find(run.key()));
    }

    private void inThread(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        threads.add(thread);
    }

    private void commit(StoredRun run, Commit commit) {
        inThread(() -> {
            try {
                results.add(run.key().id() + " " + store.runs().commit(run.lease(Runs.LEASE), commit));
            } catch (RuntimeException refused) {
                results.add(run.key().id() + " " + kind(refused));
            }
        });
    }

    private static String kind(Throwable refused) {
        return refused instanceof StepgraphException known
                ? known.code().name()
                : refused.getClass().getSimpleName();
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets the first go on, once all wait. */
    private void release(int waiting) throws InterruptedException {
        while (threads.stream()
                        .filter(thread -> thread.getState() == Thread.State.WAITING)
                        .count()
                < waiting) {
            Thread.onSpinWait();
        }
        gate.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void R2_a_group_shares_one_transaction_and_a_refused_member_harms_no_other() throws Exception {
        SqliteSession session = session();
        StoredRun good = started("good");
        StoredRun stale = started("stale");
        StoredRun question = started("question");
        store.runs().acquire(new AcquireRequest(stale, Runs.BOB, true, List.of(Runs.EVENT)));
        holdUp(session);
        commit(good, Runs.to(2, 10));
        commit(stale, Runs.to(2, 10));
        commit(question, Runs.rests(1, new StopReason.QuestionAsked("nonce", Runs.state(1, 10), Runs.state(2, 10))));
        release(4);

        assertThat(results)
                .containsExactlyInAnyOrder("first STORED", "good STORED", "stale LEASE_LOST", "question STORED");
        assertThat(transactions).as("waits for the disk").hasValue(2);
        assertThat(found(good).revision()).isEqualTo(2);
        assertThat(found(question).stopReason()).isInstanceOf(StopReason.QuestionAsked.class);
        assertThat(found(stale).checkpoint().visit()).isEqualTo(1);
    }

    @Test
    @Tag("E8")
    void E8_a_commit_with_work_of_the_program_shares_its_transaction_with_no_other() throws Exception {
        SqliteSession session = session();
        StoredRun good = started("good");
        StoredRun booking = started("booking");
        holdUp(session);
        commit(good, Runs.to(2, 10));
        inThread(() -> results.add("booking "
                + store.runs().commit(booking.lease(Runs.LEASE), Runs.to(2, 10), connection -> results.add("work"))));
        release(3);

        assertThat(results).containsExactlyInAnyOrder("first STORED", "good STORED", "work", "booking STORED");
        assertThat(transactions).as("waits for the disk").hasValue(3);
    }

    /** The store has one connection: the call would wait for itself. */
    @Test
    @Tag("E8")
    void E8_work_that_calls_the_store_gets_an_error_and_the_store_goes_on() {
        session();
        StoredRun booking = started("booking");

        Throwable refused = catchThrowable(
                () -> store.runs().commit(booking.lease(Runs.LEASE), Runs.to(2, 10), connection -> found(booking)));

        assertThat(refused)
                .isInstanceOf(CheckpointWorkException.class)
                .cause()
                .hasMessageContaining("called Stepgraph in the work of a checkpoint");
        assertThat(found(booking).revision()).isEqualTo(booking.revision());
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "true, 2"})
    @Tag("E3")
    void E3_a_group_waits_for_the_disk_unless_a_power_cut_may_undo_all_of_it(boolean isMixed, int level)
            throws Exception {
        SqliteSession session = session();
        StoredRun run = started("good");
        Work<Integer> pragma = tx -> {
            int found = tx.sql("select synchronous from pragma_synchronous").first(row -> row.getInt("synchronous"));
            return results.add(found) ? found : null;
        };
        holdUp(session);
        inThread(() -> session.writeUnsynced(run.key(), pragma));
        inThread(() -> {
            if (isMixed) {
                session.writeInStep(run.key(), pragma);
            } else {
                session.writeUnsynced(run.key(), pragma);
            }
        });
        release(3);

        assertThat(results).containsExactlyInAnyOrder("first STORED", level, level);
    }

    @Test
    void R2_what_a_refused_member_of_a_group_has_written_is_taken_back() throws Exception {
        SqliteSession session = session();
        StoredRun good = started("good");
        StoredRun late = started("late");
        holdUp(session);
        commit(good, Runs.to(2, 10));
        for (String failing :
                List.of("insert into meta (version, min_reader) values (99, 99)", "update runs set mode = null")) {
            inThread(() -> {
                Throwable refused = catchThrowable(() -> session.write(good.key(), tx -> {
                    tx.sql("delete from starts").update();
                    tx.sql(failing).update();
                    throw new IllegalStateException();
                }));
                results.add(kind(refused));
            });
        }
        commit(late, Runs.to(2, 10));
        release(5);

        assertThat(results)
                .containsExactlyInAnyOrder(
                        "first STORED", "good STORED", "IllegalStateException", "CORRUPT_CHECKPOINT", "late STORED");
        assertThat(transactions).as("waits for the disk").hasValue(2);
        assertThat(Database.query(file, "select count(*), (select count(*) from meta) from starts"))
                .containsExactly("3", "1");
        assertThat(found(late).revision()).isEqualTo(2);
    }

    @Test
    void R11_a_group_that_is_rolled_back_as_a_whole_is_written_one_by_one() throws Exception {
        SqliteSession session = session();
        StoredRun good = started("good");
        StoredRun other = started("other");
        holdUp(session);
        // Leaves the transaction that all share, as a full disk does.
        inThread(() -> {
            try {
                session.write(good.key(), tx -> {
                    tx.sql(SqliteSql.ROLLBACK).execute();
                    return null;
                });
                results.add("broken STORED");
            } catch (RuntimeException failed) {
                results.add("broken");
            }
        });
        commit(good, Runs.to(2, 10));
        commit(other, Runs.to(2, 10));
        release(4);

        assertThat(results).contains("first STORED", "good STORED", "other STORED");
        assertThat(found(good).revision()).isEqualTo(2);
        assertThat(found(other).revision()).isEqualTo(2);
    }

    @Test
    void R11_a_group_that_another_program_keeps_out_waits_for_it_once() throws Exception {
        SqliteSession session = session(Duration.ofMillis(100));
        List<StoredRun> runs = List.of(started("first"), started("second"), started("third"));
        inThread(() -> session.read(Subject.of("The test"), tx -> {
            writing.countDown();
            awaitGate();
            return null;
        }));
        writing.await();
        for (StoredRun run : runs) {
            inThread(() -> results.add(catchThrowable(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .getCause()));
        }
        inThread(() -> results.add(
                Objects.requireNonNull(store.runs().find(runs.get(0).key())).revision()));

        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            other.createStatement().execute("begin immediate");
            release(5);
        }

        assertThat(results).hasSize(4).contains(1L);
        assertThat(Set.copyOf(results)).hasSize(2);
        for (StoredRun run : runs) {
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
        }
    }
}
