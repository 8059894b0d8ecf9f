package io.stepgraph.sqlite;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.jdbc.NamedQuery;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ChildEnd;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of calls, the errors for damaged ones, and the indexes by which they are found. */
@Tag("C3")
@Tag("S2")
@Tag("S5")
final class SqliteFamilyTest {
    private static final StopReason.Completed DONE = new StopReason.Completed(Json.of("1"));

    @TempDir
    Path folder;

    private Path file;
    private Connection connection;
    private Store store;

    @BeforeEach
    void openStore() {
        file = folder.resolve("runs.db");
        SqliteSession session = Sessions.open(file, Duration.ofSeconds(5));
        connection = Sessions.connection(session);
        store = new SqliteStore(session);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    /** A run that has called this many agents in its first visit. */
    private StoredRun called(int agents) {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.calls(run, agents));
        return store.runs().find(run.key());
    }

    private StoredRun child(StoredRun caller, int place) {
        return store.runs().find(Runs.key(Runs.childId(caller, place)));
    }

    private void complete(StoredRun queued) {
        StoredRun run = store.runs().acquire(new AcquireRequest(queued, Runs.BOB, false, List.of()));
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(run.revision(), DONE));
    }

    @Test
    void C3_the_barrier_is_read_with_plain_sql_and_goes_with_the_family() throws Exception {
        StoredRun caller = called(3);
        complete(child(caller, 2));

        assertThat(Database.query(file, "select run, visit, open from calls"))
                .containsExactly(String.valueOf(caller.runNumber()), "1", "2");

        complete(child(caller, 1));
        complete(child(caller, 3));
        StoredRun joined = store.runs().find(caller.key());
        assertThat(joined.stopReason()).isEqualTo(new StopReason.Joined(List.of("agent"), 3));
        store.runs().end(joined, new StopReason.Cancelled("dave"), List.of());
        assertThat(store.removals().delete(caller.key())).isTrue();
        assertThat(Database.query(file, "select (select count(*) from runs) + (select count(*) from calls)"))
                .containsExactly("0");
    }

    @Test
    void C3_whichever_statement_ends_a_run_is_counted() throws Exception {
        StoredRun caller = called(1);
        Database.execute(
                file,
                "update runs set status = 'CANCELLED', ended_at = 7, ended_since = 5, reason_kind ="
                        + " 'cancelled', reason = '{\"by\":\"\"}' where parent is not null");

        assertThat(store.runs().find(caller.key()).status()).isEqualTo(Status.QUEUED);
        assertThat(Database.query(file, "select wake_at, rested_at from runs where parent is null"))
                .containsExactly("5", "7");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        max_mode = 'NONSENSE' | max_mode 'NONSENSE'
        root = null           | root
        call_place = 0        | call_place 0
        """)
    void S2_a_damaged_child_names_itself_and_its_siblings_go_on(String damage, String said) throws Exception {
        StoredRun caller = called(2);
        StoredRun damaged = child(caller, 1);
        Database.execute(
                file,
                "update runs set " + damage + " where id = '" + damaged.key().id() + "'");

        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT,
                () -> store.runs().find(damaged.key()),
                damaged.key().id(),
                said);
        complete(child(caller, 2));
        assertThat(store.calls().ends(caller.runNumber(), 1))
                .containsExactly(new ChildEnd(Runs.childId(caller, 2), 2, DONE));
        assertThat(store.runs().find(caller.key()).status()).isEqualTo(Status.WAITING);
    }

    @Test
    void S2_a_damaged_end_names_its_run() throws Exception {
        StoredRun caller = called(2);
        complete(child(caller, 1));
        Database.execute(file, "update runs set reason_kind = 'failed', reason = '[' where ended_at is not null");

        assertThat(store.calls().sizeOfEnds(caller.runNumber(), 1)).isPositive();
        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT, () -> store.calls().ends(caller.runNumber(), 1), Runs.childId(caller, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"update calls set open = 9", "delete from calls"})
    void S2_a_damaged_call_names_the_caller(String damage) throws Exception {
        StoredRun caller = called(2);
        Database.execute(file, damage);

        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT,
                () -> store.calls().progress(caller.runNumber(), 1, true, 10),
                "'essay-1'",
                "a call");
        complete(child(caller, 1));
    }

    static Stream<String> statements() {
        RunQuery all = RunQuery.ALL.withChildren();
        return Stream.of(
                SqliteSql.COUNT_FAMILY,
                SqliteSql.FIND_CALLER,
                SqliteSql.FIND_DESCENDANTS,
                SqliteSql.FIND_FAILED,
                SqliteSql.REOPEN_CALL,
                SqliteSql.CLAIMABLE_OF_ROOT,
                SqliteSql.REMOVALS.delete(),
                SqliteSql.REMOVALS.deleteAll(),
                SqliteSql.LISTS.family(),
                SqliteSql.LISTS.questions(true),
                SqliteSql.LISTS.page(RunQuery.ALL),
                SqliteSql.LISTS.page(RunQuery.ALL.orderBy(RunQuery.Order.STARTED)),
                SqliteSql.LISTS.page(all),
                SqliteSql.LISTS.page(all.graph("example.Review/agent")),
                SqliteSql.LISTS.page(all.startedBy("ann")),
                SqliteSql.LISTS.page(all.orderBy(RunQuery.Order.STARTED)));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void S5_an_index_leads_to_the_runs_of_a_family_and_past_those_of_others(String sql) throws Exception {
        assertThat(plan(sql))
                .noneMatch(step -> step.matches("SCAN (runs|[crpmt])( .*)?"))
                .noneMatch(step -> step.contains("sqlite_autoindex_runs_1 (namespace=?)"));
    }

    private List<String> plan(String sql) throws SQLException {
        NamedQuery query = SqliteSql.query(sql);
        List<String> steps = new ArrayList<>();
        try (java.sql.Statement explain = connection.createStatement();
                ResultSet plan = explain.executeQuery("explain query plan " + query.jdbc())) {
            while (plan.next()) {
                steps.add(plan.getString("detail"));
            }
        }
        return steps;
    }
}
