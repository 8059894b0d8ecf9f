package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.Database.Work;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection of a store, when something happens to it at one of its statements. */
@Tag("R2")
@Tag("V4")
final class SqliteSessionTest {
    /** Levels of {@code pragma synchronous}. */
    private static final int NORMAL = 1;

    private static final int FULL = 2;

    private static final String MARKED = "select count(*) from runs where mode_by = 'eve'";

    @TempDir
    Path folder;

    private final AtomicInteger opened = new AtomicInteger();
    private Path file;
    private SqliteSession session;
    private Store store;
    private StoredRun run;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("runs.db");
    }

    /** An action when the driver prepares a statement with these words. */
    private void open(String words, Runnable happening) {
        SqliteErrors errors = new SqliteErrors(file, Duration.ofSeconds(5));
        SqliteFile opener = new SqliteFile(file, Duration.ofSeconds(5), SqliteTables.SCRIPTS, errors);
        session = new SqliteSession(
                new SqliteConnection.Source() {
                    @Override
                    public Connection open() {
                        Connection connection = opener.open();
                        return opened.incrementAndGet() == 1 ? disturbed(connection, words, happening) : connection;
                    }

                    @Override
                    public @Nullable StoreUnavailableException trouble() {
                        return opener.trouble();
                    }
                },
                errors,
                MachineClock.system());
        store = new SqliteStore(session);
        run = Objects.requireNonNull(store.runs().start(Runs.newRun("essay-1"), Runs.ANN));
    }

    private static Connection disturbed(Connection connection, String words, Runnable happening) {
        return (Connection) Proxy.newProxyInstance(
                SqliteSessionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && ((String) arguments[0]).contains(words)) {
                        happening.run();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Writes and breaks down, in a transaction. */
    private void assertBreaksDown(Class<? extends Error> with) {
        assertThatThrownBy(() -> session.write(Subject.of("The test"), tx -> {
                    tx.sql("update runs set mode_by = 'eve'").update();
                    throw new OutOfMemoryError("in a test");
                }))
                .isInstanceOf(with);
    }

    private void assertGoesOn() throws Exception {
        assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10))).isEqualTo(CommitResult.STORED);
        assertThat(Database.query(file, MARKED)).containsExactly("0");
        assertThat(Database.query(file, "select revision from runs")).containsExactly("2");
    }

    @Test
    void R2_an_error_in_a_transaction_leaves_nothing_of_it_behind() throws Exception {
        open("nothing", () -> {});

        assertBreaksDown(OutOfMemoryError.class);

        assertGoesOn();
        assertThat(opened).hasValue(1);
    }

    @Test
    void R2_nor_does_an_error_in_its_rollback_after_which_the_file_is_opened_again() throws Exception {
        open(SqliteSql.ROLLBACK, () -> {
            throw new StackOverflowError("in a test");
        });

        assertBreaksDown(StackOverflowError.class);

        assertGoesOn();
        assertThat(opened).hasValue(2);
    }

    @Test
    @Tag("E3")
    void E3_only_a_write_that_may_be_lost_in_a_power_cut_does_not_wait_for_the_disk() throws Exception {
        open("nothing", () -> {});
        Work<Integer> level =
                tx -> tx.sql("select synchronous from pragma_synchronous").first(row -> row.getInt("synchronous"));
        Work<Integer> broken = tx -> {
            throw new IllegalStateException("broken");
        };

        assertThat(session.writeUnsynced(run.key(), level)).isEqualTo(NORMAL);
        assertThat(session.write(run.key(), level)).isEqualTo(FULL);
        assertThatThrownBy(() -> session.writeUnsynced(run.key(), broken)).hasMessage("broken");
        assertThat(session.writeInStep(run.key(), level)).isEqualTo(FULL);
    }

    @Test
    void V4_a_log_that_another_program_opens_again_while_it_is_read_is_not_complete() {
        open("json_each(page.batches)", this::openAgainElsewhere);
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, new StopReason.Failed(Json.of("{}"))));

        EventLog log = Objects.requireNonNull(store.log().events(run.key(), 0, 10));

        assertThat(log.batches()).extracting(EventLog.Batch::last).containsExactly(1L, 2L, 3L);
        assertThat(log.isComplete()).isFalse();
        assertThat(Objects.requireNonNull(store.log().events(run.key(), 3, 10)).isComplete())
                .isFalse();
    }

    private void openAgainElsewhere() {
        try (Store other = SqliteStore.open(file)) {
            StoredRun failed = Objects.requireNonNull(other.runs().find(run.key()));
            assertThat(other.runs().acquire(new AcquireRequest(failed, Runs.BOB, false, List.of(Runs.EVENT))))
                    .isNotNull();
        }
    }
}
