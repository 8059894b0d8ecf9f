package io.stepgraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Retention;
import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.CommitResult;
import io.stepgraph.runtime.store.Continuation;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.EventLog;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Start;
import io.stepgraph.runtime.store.Status;
import io.stepgraph.runtime.store.Store;
import io.stepgraph.testkit.FakeClock;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of the version before is brought to the present one, and nothing of it is lost (S4). */
@Tag("S4")
final class SqliteMigrationTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void create() throws Exception {
        file = created("version-1");
    }

    private Path created(String version) throws Exception {
        Path database = Files.createTempDirectory(folder, version).resolve("runs.db");
        try (InputStream script =
                Objects.requireNonNull(SqliteMigrationTest.class.getResourceAsStream(version + ".sql"))) {
            String sql = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            Database.execute(database, sql.split(";\n"));
        }
        return database;
    }

    @Test
    void S4_a_run_that_was_being_executed_is_taken_over_where_it_was() {
        try (Store store = SqliteStore.open(file)) {
            RunRecord run = Objects.requireNonNull(store.find(Runs.key("running")));
            assertThat(run.status()).isEqualTo(Status.RUNNING);
            assertThat(run.isLeaseOver()).isTrue();

            RunRecord taken =
                    Objects.requireNonNull(store.acquire(new Acquisition(run, Runs.BOB, false, List.of(Runs.EVENT))));

            assertThat(taken.token()).isEqualTo(4);
            assertThat(taken.checkpoint().visit()).isEqualTo(5);
            assertThat(taken.lastEvent()).isEqualTo(1);
            assertThat(store.commit(taken.lease(Runs.LEASE), Runs.to(taken.revision() + 1, 10)))
                    .isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void S4_a_question_that_waited_is_answered() {
        try (Store store = SqliteStore.open(file)) {
            RunRecord run = Objects.requireNonNull(store.find(Runs.key("waiting")));
            assertThat(run.wakeAt()).isNull();

            RunRecord going = store.answer(
                    new Answer(Runs.ticket(run), Json.of("true"), null, List.of(Runs.EVENT)),
                    new Continuation(Runs.afterAnswer(Json.of("true")), Runs.ANN));

            assertThat(Objects.requireNonNull(going).checkpoint().state()).isEqualTo(Json.of("{\"draft\":\"first\"}"));
        }
    }

    @Test
    void S4_runs_of_version_2_keep_what_they_were_started_with_until_they_end() throws Exception {
        Json start = Json.of("{\"state\":{\"draft\":\"first\"}}");
        try (Store store = SqliteStore.open(created("version-2"))) {
            for (String id : List.of("succeeded", "failed", "waiting")) {
                RunRecord run = Objects.requireNonNull(store.find(Runs.key(id)));
                assertThat(run.start()).isEqualTo(new Start(start, null));
                assertThat(run.retention()).isEqualTo(Retention.KEEP_OUTCOME);
            }

            RunRecord ended = store.control(Runs.key("waiting"), new Control.Cancel("dave"));

            assertThat(Objects.requireNonNull(ended).start()).isEqualTo(new Start(null, null));
            assertThat(store.start(Runs.newRun("another"), Runs.ANN)).isNotNull();
        }
    }

    @Test
    void S4_the_log_of_a_run_of_version_3_goes_on() throws Exception {
        try (Store store = SqliteStore.open(created("version-3"))) {
            RunRecord run = Objects.requireNonNull(store.find(Runs.key("waiting")));

            store.control(run.key(), new Control.Cancel("dave"));

            EventLog log = Objects.requireNonNull(store.events(run.key(), 0, 10));
            assertThat(log.isComplete()).isTrue();
            assertThat(log.batches()).extracting(EventLog.Batch::last).containsExactly(1L, 3L, 4L);
            assertThat(log.batches().get(1))
                    .isEqualTo(new EventLog.Batch(
                            3, 2, Instant.ofEpochMilli(1_700_000_000_500L), Json.of("[{\"b\":2},{\"c\":3.0}]")));
        }
    }

    @Test
    void S4_a_database_of_version_4_notes_its_time_from_now_on() throws Exception {
        Path database = created("version-4");
        try (Store store = SqliteStore.open(database)) {
            store.control(Runs.key("waiting"), new Control.Cancel("dave"));
        }

        assertThat(
                        Database.query(
                                database,
                                "select clock > 1700000000000, (select status from runs), (select count(*) from events) from meta"))
                .containsExactly("1", "CANCELLED", "1");
    }

    @Test
    void S4_the_time_of_a_database_of_version_5_goes_on_and_no_longer_stands_still() throws Exception {
        Path database = created("version-5");
        Instant noted = Instant.ofEpochMilli(1_700_000_000_000L);
        FakeClock clock = new FakeClock(noted.minusSeconds(3_600));
        try (Store store = SqliteStore.builder(database).clock(clock).open()) {
            assertThat(readAt(store, "waiting")).isEqualTo(noted);
            clock.pass(Duration.ofSeconds(4));
            assertThat(readAt(store, "waiting")).isEqualTo(noted.plusSeconds(3));
        }
        try (Store store = SqliteStore.open(created("version-5"))) {
            assertThat(readAt(store, "waiting")).isBetween(noted, Instant.now());
        }
    }

    private static Instant readAt(Store store, String id) {
        return Objects.requireNonNull(store.find(Runs.key(id))).readAt();
    }

    @Test
    void S4_it_is_brought_to_the_present_version_once_and_older_builds_leave_it_alone() throws Exception {
        SqliteStore.open(file).close();
        SqliteStore.open(file).close();

        assertThat(Database.query(file, "select version, min_reader, count(*) from meta"))
                .containsExactly("7", "7", "1");
        assertThat(Database.query(file, "pragma integrity_check")).containsExactly("ok");
    }
}
