package io.stepgraph.sqlite;

import static io.stepgraph.jdbc.testing.Runs.EVENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.VisitResult;
import io.stepgraph.testkit.FakeClock;
import io.stepgraph.testkit.store.Errors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that programs of two boots, or of two time namespaces, open: one clock tells the other nothing (L1). */
@Tag("E2")
@Tag("E4")
@Tag("L1")
@Tag("L5")
@Tag("S5")
final class SqliteClockTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path folder;

    private Path file;
    private final FakeClock here = new FakeClock("boot-1", true);
    private final FakeClock there = new FakeClock("boot-2", true);
    private Store store;

    @BeforeEach
    void open() {
        file = folder.resolve("runs.db");
        store = open(here);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** The store of a boot whose clock is ahead. */
    private void openAhead() {
        store.close();
        FakeClock ahead = new FakeClock("boot-0", true);
        ahead.set(HOUR);
        store = open(ahead);
    }

    private SqliteStore open(FakeClock clock) {
        return SqliteStore.builder(file).clock(clock).open();
    }

    private StoredRun started(String id, Duration lease) {
        return Objects.requireNonNull(store.runs().start(Runs.newRun(id), new LeaseRequest(Runs.ANN.owner(), lease)));
    }

    private static @Nullable StoredRun acquired(Store heir, StoredRun run) {
        return heir.runs().acquire(new AcquireRequest(run, Runs.BOB, false, List.of(EVENT)));
    }

    private static EffectRecord charges(Store store, StoredRun run, boolean isAgain) {
        EffectStart start = new EffectStart(
                new EffectId(1, "charge", "order-42", 0),
                null,
                "draft",
                1,
                isAgain,
                true,
                "key-of-order-42",
                Json.of("{}"),
                Json.of("{}"),
                true,
                false,
                MINUTE,
                List.of());
        return store.effects().begin(run.lease(Runs.LEASE), start);
    }

    private static boolean isClaimed(Store store) {
        return !store.queue()
                .claim(new ClaimRequest(
                        "example.Review",
                        Set.of("draft", "approve"),
                        Set.of(),
                        PermissionMode.DEFAULT,
                        ClaimRequest.NO_LIMIT,
                        Set.of(),
                        Duration.ofSeconds(10),
                        9,
                        Map.of()))
                .isEmpty();
    }

    private StoredRun delayed() {
        StoredRun run = started("essay-1", Runs.LEASE);
        StopReason delay = new StopReason.Delayed();
        Commit rests = Runs.rests(1, delay);
        VisitResult result = new VisitResult(
                rests.result().checkpoint(),
                rests.result().state(),
                delay,
                Due.in(MINUTE),
                rests.result().events());
        store.runs().commit(run.lease(Runs.LEASE), new Commit(1, 0, "print-1", result, List.of()));
        return Objects.requireNonNull(store.runs().find(run.key()));
    }

    @Test
    void L1_a_lease_of_another_boot_lasts_its_full_length_from_the_first_sight_of_it() {
        StoredRun run = started("essay-1", MINUTE);
        there.set(HOUR);
        try (Store heir = open(there)) {
            assertThat(Objects.requireNonNull(heir.runs().find(run.key())).isLeaseOver())
                    .isFalse();
            there.pass(MINUTE.minusMillis(1));
            assertThat(acquired(heir, run)).isNull();
            assertThat(heir.runs().expired("default", 9)).isEmpty();
            assertThat(isClaimed(heir)).isFalse();

            there.pass(Duration.ofMillis(1));
            assertThat(heir.runs().expired("default", 9)).containsExactly(run.key());
            assertThat(isClaimed(heir)).isTrue();
            assertThat(acquired(heir, run)).isNotNull();
        }
        assertThatThrownBy(() -> store.runs().renew(run.lease(MINUTE))).is(Errors.with(ErrorCode.LEASE_LOST));
    }

    @Test
    void L1_a_lease_of_another_boot_that_is_renewed_counts_again() {
        StoredRun run = started("essay-1", MINUTE);
        try (Store heir = open(there)) {
            assertThat(acquired(heir, run)).isNull();
            there.pass(MINUTE.minusMillis(1));
            here.pass(Duration.ofSeconds(1));
            store.runs().renew(run.lease(MINUTE));
            assertThat(acquired(heir, run)).isNull();

            there.pass(MINUTE.minusMillis(1));
            assertThat(acquired(heir, run)).isNull();
            there.pass(Duration.ofMillis(1));
            assertThat(acquired(heir, run)).isNotNull();
        }
    }

    @Test
    void E4_a_call_of_another_boot_lasts_its_full_length_from_the_first_sight_of_it() {
        StoredRun first = started("essay-1", Runs.LEASE);
        StoredRun second = started("essay-2", Runs.LEASE);
        charges(store, first, false);
        here.pass(HOUR);
        there.pass(HOUR);
        try (Store other = open(there)) {
            StoredRun taken = taken(other, second);
            EffectRecord seen = charges(other, taken, false);
            assertThat(Duration.between(seen.readAt(), seen.callUntil())).isEqualTo(MINUTE);

            there.pass(MINUTE);
            assertThat(charges(other, taken, true).isOfAnotherRun()).isTrue();
            there.pass(Duration.ofMillis(1));
            assertThat(charges(other, taken, true).isBegunBy(taken.fencingToken(), 1))
                    .isTrue();
        }
    }

    @Test
    void L1_stores_of_one_boot_agree_whatever_the_wall_clock_says_when_they_are_opened() {
        StoredRun run = started("essay-1", MINUTE);
        here.set(HOUR);
        try (Store heir = open(here)) {
            assertThat(acquired(heir, run)).isNull();
            here.pass(MINUTE);
            assertThat(acquired(heir, run)).isNotNull();
        }
    }

    @Test
    void L1_a_run_that_was_queued_by_a_clock_ahead_is_claimed_at_once_in_the_next_boot() {
        openAhead();
        store.runs().release(started("essay-1", MINUTE).lease(MINUTE));

        try (Store next = open(there)) {
            assertThat(isClaimed(next)).isTrue();
        }
    }

    @Test
    void L1_a_delay_of_a_boot_whose_clock_was_ahead_is_over_after_its_length() {
        openAhead();
        StoredRun delayed = delayed();

        try (Store next = open(there)) {
            assertThat(acquired(next, delayed)).isNull();
            there.pass(MINUTE);
            assertThat(isClaimed(next)).isTrue();
            assertThat(acquired(next, delayed)).isNotNull();
        }
    }

    @Test
    void L1_a_claim_of_a_clock_that_is_far_ahead_holds_no_worker_back() {
        store.queue().enqueue(Runs.newRun("essay-1"), new QueueRequest(null, null, null));
        FakeClock ahead = new FakeClock("boot-0", true);
        ahead.set(HOUR);
        try (Store other = open(ahead)) {
            assertThat(isClaimed(other)).isTrue();
        }
        assertThat(isClaimed(store)).isTrue();
    }

    @Test
    void E2_a_decision_after_a_reboot_counts_for_all_runs_with_the_key() {
        StoredRun first = started("essay-1", Runs.LEASE);
        StoredRun second = started("essay-2", Runs.LEASE);
        StoredRun third = started("essay-3", Runs.LEASE);
        charges(store, first, false);
        try (Store next = open(there)) {
            charges(next, taken(next, second), false);
            there.pass(MINUTE.plusSeconds(2));
            StoredRun parked = parked(next, second);
            EffectId order = new EffectId(1, "charge", "order-42", 0);
            assertThat(next.effects()
                            .resolve(
                                    parked.key(),
                                    new EffectResolution(parked.runNumber(), order, true, Json.of("7"), "ann")))
                    .isNotNull();

            assertThat(charges(next, taken(next, third), false).result()).isEqualTo(Json.of("7"));
            assertThat(next.effects().find(first.key()).get(0).result()).isEqualTo(Json.of("7"));
        }
    }

    /** The owner is proven dead, so nobody waits for the end of its lease. */
    private static StoredRun taken(Store heir, StoredRun run) {
        return Objects.requireNonNull(heir.runs().acquire(new AcquireRequest(run, Runs.BOB, true, List.of(EVENT))));
    }

    /** The run, after its effect is found to be in doubt. */
    private static StoredRun parked(Store heir, StoredRun run) {
        StoredRun held = Objects.requireNonNull(heir.runs().find(run.key()));
        heir.runs()
                .commit(held.lease(Runs.LEASE), Runs.rests(held.revision(), new StopReason.Parked("in doubt", null)));
        return Objects.requireNonNull(heir.runs().find(run.key()));
    }

    @Test
    void E2_the_end_of_a_tenant_frees_no_key_of_a_call_that_another_clock_has_counted() {
        charges(store, started("essay-1", Runs.LEASE), false);
        there.set(Duration.ofDays(3));
        try (Store other = open(there)) {
            assertThat(other.removals().deleteAll("default", 9)).isEqualTo(1);
            assertThat(other.removals().deleteAll("default", 9)).isZero();
            StoredRun second = Objects.requireNonNull(other.runs().start(Runs.newRun("essay-2"), Runs.BOB));
            assertThat(charges(other, second, true).isOfAnotherRun()).isTrue();
        }
    }

    @Test
    void L1_processes_without_a_common_monotonic_clock_queue_by_the_wall_clock() {
        FakeClock worker = new FakeClock("process 1", false);
        FakeClock web = new FakeClock("process 2", false);
        try (Store claims = open(worker)) {
            // The machine sleeps: only the wall clocks go on.
            worker.set(HOUR);
            web.set(HOUR);
            try (Store enqueues = open(web)) {
                enqueues.queue().enqueue(Runs.newRun("essay-1"), new QueueRequest(null, null, null));
            }
            assertThat(isClaimed(claims)).isTrue();
        }
    }

    @Test
    void S5_a_boot_has_one_row() throws Exception {
        for (FakeClock clock : List.of(here, there, here)) {
            open(clock).close();
        }

        assertThat(Database.query(file, "select group_concat(name) from clocks"))
                .containsExactly("boot-1,boot-2");
    }
}
