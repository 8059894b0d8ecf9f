package io.stepgraph.sqlite;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.Errors;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows in the tables, and the errors for damaged ones. */
@Tag("L4")
@Tag("S1")
@Tag("S2")
@Tag("S5")
final class SqliteRowsTest {
    private static final StopReason.QuestionAsked QUESTION =
            new StopReason.QuestionAsked("nonce", Json.of("{\"text\":\"Approve?\"}"), Json.of("{}"));

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

    @Test
    void What_is_stored_survives_a_power_cut() throws Exception {
        assertThat(Database.query(connection, "pragma journal_mode")).containsExactly("wal");
        assertThat(Database.query(connection, "pragma synchronous")).containsExactly("2");
        assertThat(Database.query(connection, "pragma fullfsync")).containsExactly("1");
        assertThat(Database.query(connection, "pragma checkpoint_fullfsync")).containsExactly("1");
        assertThat(Database.query(connection, "pragma foreign_keys")).containsExactly("1");
    }

    @Test
    void S1_a_run_is_read_with_plain_sql() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10));

        assertThat(Database.query(file, "select id, status, step, visit, state, typeof(state) from runs"))
                .containsExactly("essay-1", "RUNNING", "review", "2", "{\"visit\":2,\"text\":\"xxxxxxxxxx\"}", "text");
        assertThat(Database.query(file, "select state ->> '$.visit' from runs where json_valid(state)"))
                .containsExactly("2");
    }

    @Test
    void A_deleted_run_leaves_nothing_behind() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, QUESTION));
        store.runs().command(run.key(), new RunCommand.Cancel("dave"));
        assertThat(store.removals().delete(run.key())).isTrue();

        assertThat(Database.query(
                        file,
                        "select (select count(*) from runs) + (select count(*) from starts)"
                                + " + (select count(*) from interrupts)"))
                .containsExactly("0");
    }

    @Test
    void S5_the_commit_of_a_step_changes_no_index() throws Exception {
        List<String> operations = new ArrayList<>();
        try (java.sql.Statement explain = connection.createStatement();
                ResultSet program = explain.executeQuery("explain " + SqliteSql.COMMIT_STEP)) {
            // After it come the operations of what it starts now and then: the row of events for what is told no more.
            while (program.next() && (operations.isEmpty() || program.getInt("addr") > 0)) {
                operations.add(program.getString("opcode"));
            }
        }
        assertThat(operations).contains("Insert", "SeekRowid").doesNotContain("IdxInsert", "IdxDelete", "Rewind");
    }

    @Test
    void S5_the_events_of_many_commits_share_a_row() throws Exception {
        Lease lease = store.runs().start(Runs.newRun("essay-1"), Runs.ANN).lease(Runs.LEASE);
        for (int visit = 2; visit <= 1_000; visit++) {
            store.runs().commit(lease, Runs.to(visit, 10));
        }

        assertThat(Database.query(
                        file,
                        "select count(*) between 20 and 100, max(length(batches)) < 1500,"
                                + " (select length(recent) < 1500 from runs),"
                                + " sum(json_array_length(batches))"
                                + " + (select json_array_length('[' || recent || ']') from runs) from events"))
                .containsExactly("1", "1", "1", "1000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"update runs set recent = 'nonsense'", "update events set batches = substr(batches, 2)"})
    void S2_a_damaged_log_names_its_run_which_goes_on(String damage) throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        for (int visit = 2; visit <= 100; visit++) {
            store.runs().commit(run.lease(Runs.LEASE), Runs.to(visit, 10));
        }
        Database.execute(file, damage);

        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT,
                () -> store.log().events(run.key(), 0, 1_000),
                "'essay-1'",
                file.toString());
        assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(101, 10))).isEqualTo(CommitResult.STORED);
    }

    @Test
    void L4_what_is_stored_is_there_when_the_file_is_opened_again_and_no_number_of_a_run_is_used_again() {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, QUESTION));
        StoredRun before = store.runs().find(run.key());
        StoredRun deleted = store.runs().start(Runs.newRun("essay-2"), Runs.ANN);
        store.runs().commit(deleted.lease(Runs.LEASE), Runs.rests(1, new StopReason.Completed(Json.of("1"))));
        store.removals().delete(deleted.key());
        store.close();

        openStore();

        Runs.assertUnchanged(store, before);
        assertThat(store.runs().start(Runs.newRun("essay-2"), Runs.ANN).runNumber())
                .isGreaterThan(deleted.runNumber());
    }

    @Test
    void Two_stores_in_one_process_share_a_file() {
        try (Store other = SqliteStore.open(file)) {
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
            Runs.assertUnchanged(other, run);
            assertThat(other.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(3, 10)))
                    .isEqualTo(CommitResult.STORED);
        }
        assertThat(store.runs().find(Runs.key("essay-1")).revision()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        update runs set status = 'NONSENSE'     | status 'NONSENSE'
        update runs set mode = ''               | mode ''
        update runs set state = null            | no 'state'
        update runs set status = 'COMPLETED'    | no 'reason_kind'
        update runs set status = 'FAILED'       | no 'reason_kind'
        update runs set status = 'CANCELLED'    | no 'reason_kind'
        update runs set status = 'WAITING'      | no 'reason_kind'
        update runs set status = 'WAITING', reason_kind = 'asked'                 | no 'reason'
        update runs set status = 'WAITING', reason_kind = 'asked', reason = '{}'    | a 'reason' that has no 'nonce'
        update runs set status = 'WAITING', reason_kind = 'asked', reason = '['     | a 'reason' that is not a JSON object
        update runs set status = 'WAITING', reason_kind = 'parked', reason = '{}'   | a 'reason' that has no 'reason'
        update runs set status = 'WAITING', reason_kind = 'bored', reason = '{}'    | a 'reason' that is of kind 'bored'
        update runs set status = 'WAITING', reason_kind = 'delayed', reason = '{}'  | its 'reason_kind' 'delayed'
        update runs set reason_kind = 'delayed', reason = '{}'                    | its 'reason_kind' 'delayed'
        update runs set status = 'QUEUED', due_at = 1, reason_kind = 'answered', reason = '{"nonce":"n","answer":1}' | a 'due_at'
        update runs set owner_runner = null     | no 'owner_runner'
        delete from starts where run = (select run_number from runs where id = 'essay-1') -- | 'essay-1'
        """)
    void S2_a_damaged_row_names_its_run_and_others_go_on(String damage, String said) throws Exception {
        StoredRun damaged = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        StoredRun other = store.runs().start(Runs.newRun("essay-2"), Runs.ANN);
        Database.execute(file, damage + " where id = 'essay-1'");

        assertThrown(ErrorCode.CORRUPT_CHECKPOINT, () -> store.runs().find(damaged.key()), "'essay-1'", said);
        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT,
                () -> store.runs()
                        .answer(answerTo(damaged), new Continuation(Runs.afterAnswer(Json.of("\"yes\"")), Runs.BOB)));

        assertThat(store.runs().commit(other.lease(Runs.LEASE), Runs.to(2, 10))).isEqualTo(CommitResult.STORED);
        assertThat(Database.query(file, "select fencing_token from runs where id = 'essay-1'"))
                .containsExactly("1");
    }

    @Test
    void S2_a_damaged_page_names_its_run_and_others_go_on() throws Exception {
        for (int i = 0; i < 30; i++) {
            StoredRun run = store.runs().start(Runs.newRun("essay-" + i), Runs.ANN);
            store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 2_000));
        }
        long page = Long.parseLong(Database.query(
                        connection,
                        "select pageno from dbstat where name = 'runs' and pagetype = 'leaf' order by path limit 1"
                                + " offset 5")
                .get(0));
        store.close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4096), (page - 1) * 4096);
        }
        openStore();

        int whole = 0;
        for (int i = 0; i < 30; i++) {
            String id = "essay-" + i;
            try {
                StoredRun run = store.runs().find(Runs.key(id));
                assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(3, 2_000)))
                        .isEqualTo(CommitResult.STORED);
                whole++;
            } catch (StepgraphException damaged) {
                assertThat(damaged)
                        .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                        .hasMessageContainingAll("'" + id + "'", file.toString());
            }
        }
        assertThat(whole).isBetween(25, 29);
    }

    @Test
    void S2_a_question_that_is_missing_is_told_when_its_answer_is_refused() throws Exception {
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, QUESTION));
        StoredRun answered = store.runs().answer(answerTo(run), null);
        Database.execute(file, "delete from interrupts");

        assertThatThrownBy(() -> store.runs().reopenQuestion(answered, Json.of("{}"), null, List.of(Runs.EVENT)))
                .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                .hasMessageContaining("'essay-1'");
        store.runs().command(run.key(), new RunCommand.Cancel("dave"));
        assertThat(store.runs().reopenQuestion(answered, Json.of("{}"), null, List.of(Runs.EVENT)))
                .isFalse();
    }

    private static Answer answerTo(StoredRun run) {
        return new Answer(Runs.ticket(run), Json.of("\"yes\""), Actor.named("carol"), List.of(Runs.EVENT));
    }
}
