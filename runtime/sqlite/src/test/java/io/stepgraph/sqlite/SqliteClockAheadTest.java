package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.store.AcquireRequest;
import io.stepgraph.engine.store.Commit;
import io.stepgraph.engine.store.LeaseRequest;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.StopReason;
import io.stepgraph.engine.store.Store;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.testkit.FakeClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine's clock that was ahead for one write stalls no delay, no expiry and no takeover (L1). */
@Tag("L1")
final class SqliteClockAheadTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private final FakeClock clock = new FakeClock();
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("runs.db");
    }

    private Store open() {
        return SqliteStore.builder(file).clock(clock).open();
    }

    private RunRecord started(Store store, String id, Duration lease) {
        return Objects.requireNonNull(store.start(Runs.newRun(id), new LeaseRequest(Runs.ANN.owner(), lease)));
    }

    private Instant time(Store store) {
        return Objects.requireNonNull(store.summary(Runs.key("ahead"))).readAt();
    }

    /** A run that starts while the clock is ahead, which then is set back. */
    private RunRecord startedAhead(Store store, Duration ahead) {
        clock.pass(ahead);
        RunRecord run = started(store, "ahead", Duration.ofSeconds(30));
        clock.pass(ahead.negated());
        assertThat(time(store)).isEqualTo(run.startedAt());
        return run;
    }

    /** A run whose next attempt is due in a second. */
    private RunRecord delayed(Store store) {
        RunRecord run = started(store, "delayed", Runs.LEASE);
        StopReason delay = new StopReason.Delayed();
        Commit commit = Runs.rests(1, delay);
        store.commit(
                run.lease(Runs.LEASE),
                new Commit(
                        1,
                        0,
                        commit.fingerprint(),
                        commit.checkpoint(),
                        commit.state(),
                        delay,
                        SECOND,
                        commit.events()));
        return Objects.requireNonNull(store.find(run.key()));
    }

    private static boolean isDue(Store store) {
        return Objects.requireNonNull(store.find(Runs.key("delayed"))).isDue();
    }

    private static AcquireRequest byBob(RunRecord seen) {
        return new AcquireRequest(seen, Runs.BOB, false, List.of(Runs.EVENT));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 24, 24 * 365 * 30})
    void L1_a_retry_that_is_due_in_a_second_is_made_a_second_and_a_third_later(long hours) {
        try (Store store = open()) {
            startedAhead(store, Duration.ofHours(hours));
            RunRecord delayed = delayed(store);
            clock.pass(Duration.ofMillis(1_300));
            assertThat(isDue(store)).isFalse();
            assertThat(store.acquire(byBob(delayed))).isNull();

            clock.pass(Duration.ofMillis(40));

            assertThat(isDue(store)).isTrue();
            assertThat(store.acquire(byBob(delayed))).isNotNull();
        }
    }

    @Test
    void L1_also_if_the_file_is_opened_again_meanwhile() {
        try (Store store = open()) {
            startedAhead(store, HOUR);
            delayed(store);
        }
        clock.pass(Duration.ofMillis(1_300));
        try (Store store = open()) {
            assertThat(isDue(store)).isFalse();
        }
        clock.pass(Duration.ofMillis(40));
        try (Store store = open()) {
            assertThat(isDue(store)).isTrue();
        }
    }

    @Test
    void L1_and_if_the_clock_is_set_back_while_it_is_closed_and_nobody_writes_any_more() {
        clock.pass(HOUR);
        try (Store store = open()) {
            started(store, "ahead", Runs.LEASE);
            delayed(store);
        }
        clock.pass(HOUR.negated());

        boolean isDue = false;
        int seconds = -1;
        while (!isDue && seconds < 10) {
            // Programs that only read, each for a moment.
            try (Store store = open()) {
                isDue = isDue(store);
            }
            clock.pass(SECOND);
            seconds++;
        }

        assertThat(seconds).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 24 * 365 * 30})
    void L1_a_dead_owner_that_wrote_ahead_of_time_is_followed_when_its_lease_is_over(long hours) {
        RunRecord run;
        try (Store dying = open();
                Store heir = open()) {
            started(heir, "other", Runs.LEASE);
            run = startedAhead(dying, Duration.ofHours(hours));

            assertThat(Objects.requireNonNull(heir.find(run.key())).readAt()).isEqualTo(run.startedAt());
            clock.pass(Duration.ofSeconds(20));
            assertThat(heir.acquire(byBob(run))).isNull();
        }
        try (Store heir = open()) {
            assertThat(heir.acquire(byBob(run))).isNull();
            clock.pass(Duration.ofSeconds(21));

            assertThat(heir.expired("default", 9)).contains(run.key());
            assertThat(heir.acquire(byBob(run))).isNotNull();
        }
    }

    @Test
    void L1_every_store_of_the_file_sees_the_same_time_at_once() {
        try (Store ahead = open();
                Store writer = open();
                Store reader = open()) {
            RunRecord run = startedAhead(ahead, HOUR);

            assertThat(time(reader)).isEqualTo(run.startedAt());
            assertThat(started(writer, "later", Runs.LEASE).startedAt()).isEqualTo(run.startedAt());
            clock.pass(SECOND);
            Instant later = run.startedAt().plusMillis(750);
            assertThat(List.of(time(ahead), time(writer), time(reader))).containsOnly(later);
            try (Store opened = open()) {
                assertThat(time(opened)).isEqualTo(later);
            }
        }
    }

    @Test
    void L1_a_clock_that_is_set_back_while_the_store_waits_for_it_changes_nothing() {
        Instant ahead;
        try (Store store = open()) {
            ahead = startedAhead(store, HOUR).startedAt();
            clock.pass(Duration.ofSeconds(4));
            assertThat(time(store)).isEqualTo(ahead.plusSeconds(3));
            clock.pass(HOUR.negated());
            assertThat(time(store)).isEqualTo(ahead.plusSeconds(3));
            clock.pass(Duration.ofSeconds(4));
            assertThat(time(store)).isEqualTo(ahead.plusSeconds(6));
            assertThat(started(store, "second", Runs.LEASE).startedAt()).isEqualTo(ahead.plusSeconds(6));
        }
        clock.pass(HOUR.negated());
        try (Store store = open()) {
            assertThat(time(store)).isEqualTo(ahead.plusSeconds(6));
            clock.pass(Duration.ofSeconds(4));
            assertThat(time(store)).isEqualTo(ahead.plusSeconds(9));
        }
    }

    @Test
    void L1_in_the_end_both_agree() {
        try (Store store = open()) {
            startedAhead(store, HOUR);
            clock.pass(HOUR.multipliedBy(4).minusSeconds(1));
            assertThat(time(store)).isAfter(clock.instant());

            clock.pass(SECOND);
            assertThat(time(store)).isEqualTo(clock.instant());
            clock.pass(HOUR);
            assertThat(time(store)).isEqualTo(clock.instant());
        }
    }

    @Test
    void L1_a_machine_that_has_forgotten_the_time_does_not_make_the_store_forget_it() {
        try (Store store = open()) {
            startedAhead(store, Duration.ZERO);
            delayed(store);
        }
        Instant real = clock.instant();
        clock.pass(Duration.between(real, Instant.EPOCH));
        try (Store store = open()) {
            assertThat(time(store)).isEqualTo(real);
            clock.pass(Duration.ofMillis(1_334));
            assertThat(isDue(store)).isTrue();
        }
        // It hears it from the network.
        clock.pass(Duration.between(clock.instant(), real.plus(HOUR)));
        try (Store store = open()) {
            assertThat(time(store)).isEqualTo(clock.instant());
        }
    }
}
