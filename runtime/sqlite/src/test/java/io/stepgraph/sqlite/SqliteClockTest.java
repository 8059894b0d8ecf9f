package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.store.Answer;
import io.stepgraph.engine.store.Commit;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.StopReason;
import io.stepgraph.engine.store.Store;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.testkit.FakeClock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of a file continues when it is opened again, even if the machine's clock was set meanwhile (I5, L1). */
@Tag("I5")
@Tag("L1")
@Tag("S2")
@Tag("S5")
final class SqliteClockTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("runs.db");
    }

    private SqliteStore openAt(Instant time) {
        return open(Clock.fixed(time, ZoneOffset.UTC));
    }

    private SqliteStore open(Clock clock) {
        return SqliteStore.builder(file).clock(clock).open();
    }

    /** A run that waits for an answer, a minute long from noon on. */
    private RunRecord asked() {
        try (Store store = openAt(NOON)) {
            RunRecord run = Objects.requireNonNull(store.start(Runs.newRun("essay-1"), Runs.ANN));
            StopReason question = new StopReason.QuestionAsked("nonce", Json.of("{}"), Json.of("{}"));
            Commit asks = Runs.rests(1, question);
            store.commit(
                    run.lease(Runs.LEASE),
                    new Commit(
                            1,
                            0,
                            asks.fingerprint(),
                            asks.checkpoint(),
                            asks.state(),
                            question,
                            MINUTE,
                            asks.events()));
            return run;
        }
    }

    private static void answer(Store store, RunRecord run) {
        store.answer(new Answer(Runs.ticket(run), Json.of("1"), null, List.of(Runs.EVENT)), null);
    }

    private Instant startedIn(Store store, String id) {
        return Objects.requireNonNull(store.start(Runs.newRun(id), Runs.ANN)).startedAt();
    }

    @Test
    void I5_an_answer_that_came_too_late_stays_too_late() {
        RunRecord run = asked();
        try (Store store = openAt(NOON.plus(MINUTE).plusSeconds(2))) {
            assertThatThrownBy(() -> answer(store, run)).isInstanceOf(StaleAnswerException.class);
        }

        try (Store store = openAt(NOON)) {
            assertThatThrownBy(() -> answer(store, run)).isInstanceOf(StaleAnswerException.class);
        }
    }

    @Test
    void L1_the_time_goes_on_from_where_it_was() {
        try (Store store = openAt(NOON)) {
            assertThat(startedIn(store, "essay-1")).isEqualTo(NOON);
        }
        try (Store store = openAt(NOON.minus(Duration.ofHours(23)))) {
            assertThat(startedIn(store, "essay-2")).isEqualTo(NOON);
        }
        try (Store store = openAt(NOON.plus(MINUTE))) {
            assertThat(startedIn(store, "essay-3")).isEqualTo(NOON.plus(MINUTE));
        }
    }

    @Test
    void S5_the_time_is_noted_once_a_second_at_most() throws Exception {
        FakeClock clock = new FakeClock();
        try (Store store = open(clock)) {
            startedIn(store, "essay-1");
            String noted = noted();
            clock.pass(Duration.ofMillis(999));
            startedIn(store, "essay-2");
            assertThat(noted()).isEqualTo(noted);

            clock.pass(Duration.ofMillis(1));
            startedIn(store, "essay-3");
            assertThat(Long.parseLong(noted())).isEqualTo(Long.parseLong(noted) + 1_000);

            // And at once when the clock is set back, since what passes from then on is measured from there.
            clock.pass(Duration.ofSeconds(-2));
            startedIn(store, "essay-4");
            assertThat(Database.query(file, "select clock - machine_clock from meta"))
                    .containsExactly("2000");
        }
    }

    @Test
    void S2_a_note_that_no_clock_shows_is_replaced() throws Exception {
        for (String clock : List.of("9223372036854775807", "-9223372036854775808", "-1")) {
            try (Store store = openAt(NOON)) {
                startedIn(store, "before " + clock);
                Database.execute(file, "update meta set clock = " + clock);

                assertThat(startedIn(store, "after " + clock)).isEqualTo(NOON);
            }
            assertThat(noted()).isEqualTo(Long.toString(NOON.toEpochMilli()));
        }
    }

    private String noted() throws Exception {
        return Objects.requireNonNull(
                Database.query(file, "select clock from meta").get(0));
    }
}
