package io.stepgraph.sqlite;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.jdbc.testing.Countdown;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.Lease;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.FakeClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that is taken away while it is open still takes what is written, and nobody ever reads it: the store says so
 * (R11).
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows lets nobody delete or replace an open file")
@Tag("R2")
@Tag("R11")
final class SqliteLostFileTest {
    private static final List<String> SUFFIXES = List.of("", "-wal", "-shm");

    @TempDir
    Path folder;

    private final FakeClock clock = new FakeClock();
    private Path file;
    private Path away;

    @BeforeEach
    void nameTheFiles() {
        file = folder.resolve("runs.db");
        away = folder.resolve("away.db");
    }

    private SqliteStore open() {
        return SqliteStore.builder(file).clock(clock).open();
    }

    private static StoredRun started(Store store, String id) {
        return Objects.requireNonNull(store.runs().start(Runs.newRun(id), Runs.ANN));
    }

    private static Path beside(Path database, String suffix) {
        return database.resolveSibling(database.getFileName() + suffix);
    }

    private interface Loss {
        void happen() throws IOException;
    }

    private void delete() throws IOException {
        for (String suffix : SUFFIXES) {
            Files.deleteIfExists(beside(file, suffix));
        }
    }

    private static void move(Path from, Path to) throws IOException {
        for (String suffix : SUFFIXES) {
            if (Files.exists(beside(from, suffix))) {
                Files.move(beside(from, suffix), beside(to, suffix), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Steps look for the file once a second. */
    private void assertGone(String how, ThrowingCallable call) {
        clock.pass(Duration.ofSeconds(1));
        assertThrown(StoreUnavailableException.class, call, file.toString(), how, "open");
    }

    @Test
    void R11_what_is_written_to_or_read_from_a_deleted_file_is_not_taken_for_stored() throws Exception {
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            delete();

            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)),
                    () -> store.runs().start(Runs.newRun("essay-2"), Runs.ANN),
                    () -> store.runs().renew(run.lease(Runs.LEASE)),
                    () -> store.runs().find(run.key()),
                    () -> store.runs().summary(run.key()),
                    () -> store.runs().expired("default", 1))) {
                assertGone("deleted or moved", call);
            }
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void R2_a_step_may_miss_for_a_second_that_the_file_is_gone_and_a_call_of_an_effect_never_does() throws Exception {
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            Lease lease = run.lease(Runs.LEASE);
            delete();

            assertThat(store.runs().commit(lease, Runs.to(2, 10))).isEqualTo(CommitResult.STORED);
            assertThatThrownBy(() -> store.effects().begin(lease, Runs.call(new EffectId(2, "charge", "", 1), 1)))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> store.runs().commit(lease, Runs.to(3, 10)))
                    .isInstanceOf(StoreUnavailableException.class);
        }
    }

    @Test
    void R11_a_run_whose_file_is_deleted_does_not_complete() {
        assertDoesNotComplete("deleted or moved", this::delete);
    }

    private void assertDoesNotComplete(String how, Loss loss) {
        try (Store store = SqliteStore.open(file);
                Runner runner =
                        Runner.builder(store).lease(Duration.ofMillis(500)).build()) {
            RunClient<Countdown.Left, Countdown.Step> runs = runner.client(new Countdown(), visit -> {
                if (visit == 3) {
                    try {
                        loss.happen();
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                }
            });

            assertGone(how, () -> runs.run("one", new Countdown.Left(5), null));
        }
    }

    @Test
    void R11_a_file_that_another_one_has_replaced_is_not_taken_for_it() throws Exception {
        try (Store backup = SqliteStore.open(away)) {
            started(backup, "saved");
        }
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            Files.move(away, file, StandardCopyOption.REPLACE_EXISTING);

            assertGone("replaced", () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));
            assertGone("replaced", () -> store.runs().find(Runs.key("saved")));
            assertGone(
                    "'" + beside(file, "-wal") + "', which would damage the new one",
                    () -> store.runs().find(run.key()));
        }
        Files.delete(beside(file, "-wal"));
        try (Store store = SqliteStore.open(file)) {
            assertThat(store.runs().find(Runs.key("saved"))).isNotNull();
        }
        assertThat(Database.query(file, "pragma integrity_check")).containsExactly("ok");
    }

    @Test
    void R11_a_write_ahead_log_that_is_deleted_alone_is_missed_too() throws Exception {
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            Files.delete(beside(file, "-wal"));

            assertGone("write-ahead log", () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));
            assertGone("write-ahead log", () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));
            assertGone("write-ahead log", () -> store.runs().find(run.key()));
        }
        try (Store store = SqliteStore.open(file)) {
            assertThat(store.runs().find(Runs.key("essay-1"))).isNotNull();
        }
    }

    @Test
    void R11_a_run_whose_write_ahead_log_is_deleted_does_not_complete() {
        assertDoesNotComplete("write-ahead log", () -> Files.delete(beside(file, "-wal")));
    }

    @Test
    void R11_the_store_goes_on_when_the_same_file_is_back() throws Exception {
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            move(file, away);
            assertGone("deleted or moved", () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));

            move(away, file);

            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
            assertThat(Objects.requireNonNull(store.runs().find(run.key())).revision())
                    .isEqualTo(2);
        }
        try (Store store = SqliteStore.open(file)) {
            assertThat(Objects.requireNonNull(store.runs().find(Runs.key("essay-1")))
                            .revision())
                    .isEqualTo(2);
        }
    }

    @Test
    void R2_a_store_that_has_lost_its_file_harms_the_next_one_neither_while_open_nor_when_closed() throws Exception {
        Store lost = open();
        StoredRun run = started(lost, "essay-1");
        delete();
        try (Store next = SqliteStore.open(file)) {
            started(next, "essay-2");
            assertGone("replaced", () -> lost.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));

            lost.close();

            // Another program sees the runs that were committed through the write-ahead log.
            assertThat(Database.query(file, "select id from runs")).containsExactly("essay-2");
            assertThat(started(next, "essay-3")).isNotNull();
        }
        assertThat(Database.query(file, "select count(*) from runs")).containsExactly("2");
    }

    @Test
    void R11_a_store_behind_a_symbolic_link_sees_that_the_link_leads_elsewhere() throws Exception {
        SqliteStore.open(away).close();
        Path real = Files.createDirectory(folder.resolve("real")).resolve("data.db");
        SqliteStore.open(real).close();
        Files.createSymbolicLink(file, real);
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
            Files.delete(file);
            Files.createSymbolicLink(file, away);

            assertGone("replaced", () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(3, 10)));
        }
    }

    @Test
    void R11_a_file_that_cannot_be_looked_at_is_not_said_to_be_deleted() throws Exception {
        try (Store store = open()) {
            StoredRun run = started(store, "essay-1");
            move(file, away);
            Files.createSymbolicLink(file, file);

            clock.pass(Duration.ofSeconds(1));
            assertThatThrownBy(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContainingAll(file.toString(), "cannot be looked at")
                    .hasCauseInstanceOf(FileSystemException.class);
        }
    }
}
