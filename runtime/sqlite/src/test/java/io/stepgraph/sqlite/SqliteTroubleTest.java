package io.stepgraph.sqlite;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.Errors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/** Locks, full disks and permissions: the store says so, and the same call succeeds once the trouble is over (R11). */
@Tag("R11")
@Tag("R12")
@Tag("S2")
@Tag("S4")
final class SqliteTroubleTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("runs.db");
    }

    @Test
    void R11_a_commit_that_met_a_lock_is_sent_again() throws Exception {
        try (Store store = SqliteStore.builder(file).busyTimeout(SHORT).open();
                Database other = new Database(file)) {
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
            other.execute("begin immediate");

            assertThatThrownBy(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContainingAll(file.toString(), "locked by another program", "50 ms");
            assertThrown(StoreUnavailableException.class, () -> store.runs().start(Runs.newRun("essay-2"), Runs.ANN));
            Runs.assertUnchanged(store, run);

            other.execute("rollback");
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
            assertThat(store.runs().start(Runs.newRun("essay-2"), Runs.ANN)).isNotNull();
        }
    }

    @Test
    void R11_a_store_that_cannot_be_created_for_a_lock_says_so() throws Exception {
        try (Database other = new Database(file)) {
            other.execute("begin exclusive");

            assertThrown(
                    StoreUnavailableException.class,
                    () -> SqliteStore.builder(file).busyTimeout(SHORT).open(),
                    "locked by another program");
        }
        SqliteStore.open(file).close();
    }

    @Test
    void R11_what_a_full_disk_has_refused_is_sent_again_when_there_is_room() throws Exception {
        SqliteSession session = Sessions.open(file, SHORT);
        try (Store store = new SqliteStore(session)) {
            Connection connection = Sessions.connection(session);
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
            Database.query(connection, "pragma max_page_count = 20");

            assertThatThrownBy(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 200_000)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContainingAll(file.toString(), "the disk is full");
            Json large = Runs.state(1, 200_000);
            assertThatThrownBy(() -> store.runs()
                            .commit(
                                    run.lease(Runs.LEASE),
                                    Runs.rests(1, new StopReason.QuestionAsked("nonce", large, Json.of("{}")))))
                    .isInstanceOf(StoreUnavailableException.class);
            Runs.assertUnchanged(store, run);

            Database.query(connection, "pragma max_page_count = 2000");
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 200_000)))
                    .isEqualTo(CommitResult.STORED);
            assertThat(Database.query(file, "select count(*) from interrupts")).containsExactly("0");
        }
    }

    @Test
    void R12_what_is_larger_than_sqlite_takes_is_not_asked_for_again() throws Exception {
        SqliteSession session = Sessions.open(file, SHORT);
        try (Store store = new SqliteStore(session)) {
            ((SQLiteConnection) Sessions.connection(session)).setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, 100_000);
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);

            // One value that is too large, and several that are together.
            Json half = Runs.state(1, 60_000);
            Commit two = Runs.commit(new StepEntry("review", half, 2, 1, 0, 1, null), half, null, List.of(Runs.EVENT));
            for (Commit large : List.of(Runs.to(2, 200_000), two)) {
                assertThatThrownBy(() -> store.runs().commit(run.lease(Runs.LEASE), large))
                        .isInstanceOf(NotStorableException.class)
                        .hasMessageContainingAll("'essay-1'", "larger than SQLite takes");
                Runs.assertUnchanged(store, run);
            }
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void S2_what_does_not_fit_a_changed_database_is_not_asked_for_again() throws Exception {
        try (Store store = SqliteStore.open(file)) {
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
            Database.execute(file, "create unique index one_step on runs (step)");
            store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));
            StoredRun other = store.runs().start(Runs.newRun("essay-2"), Runs.ANN);

            assertThatThrownBy(() -> store.runs().commit(other.lease(Runs.LEASE), Runs.to(2, 10)))
                    .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                    .hasMessageContainingAll("'essay-2'", file.toString(), "another program has changed", "UNIQUE");
            Runs.assertUnchanged(store, other);
        }
    }

    @ParameterizedTest
    @CsvSource({"drop table starts, starts", "alter table runs rename fingerprint to print, fingerprint"})
    void S4_a_file_that_is_changed_under_an_open_store_is_said_to_be_so(String change, String named) throws Exception {
        try (Store store = SqliteStore.open(file)) {
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
            Database.execute(file, change);

            assertThrown(
                    ErrorCode.INCOMPATIBLE_STORE,
                    () -> store.runs().find(run.key()),
                    "'" + file + "' is not as this build left it",
                    "end this program, if a newer Stepgraph has brought it to its version,"
                            + " or else restore it from a backup",
                    "Nothing in it was changed",
                    named);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true, read-only", "false, false, read-only", "true, false, its folder"})
    void R11_a_read_only_file_or_folder_is_said_to_be_one(boolean isThere, boolean isFile, String said)
            throws Exception {
        if (isThere) {
            SqliteStore.open(file).close();
        }

        whileReadOnly(
                isFile ? file : folder,
                () -> assertThatThrownBy(() -> SqliteStore.open(file))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContainingAll(file.toString(), said));
    }

    @Test
    void S4_a_file_that_this_user_may_not_read_is_refused() throws Exception {
        SqliteStore.open(file).close();
        assertThat(file.toFile().setReadable(false, false)).isTrue();
        assumeFalse(Files.isReadable(file), "this user may read everything");

        assertThrown(ErrorCode.INCOMPATIBLE_STORE, () -> SqliteStore.open(file), file.toString(), "may not be read");
    }

    /** Makes a path read-only meanwhile, by a stronger means where the user is above permissions. */
    private static void whileReadOnly(Path path, Runnable assertion) throws Exception {
        assertThat(path.toFile().setWritable(false, false)).isTrue();
        try {
            if (Files.isWritable(path)) {
                changeAttribute("+i", path);
            }
            assumeFalse(Files.isWritable(path), "this user may write everything");
            assertion.run();
        } finally {
            changeAttribute("-i", path);
            assertThat(path.toFile().setWritable(true)).isTrue();
        }
    }

    private static void changeAttribute(String change, Path path) throws Exception {
        new ProcessBuilder("sh", "-c", "chattr " + change + " \"$0\" 2>/dev/null", path.toString())
                .start()
                .waitFor();
    }
}
