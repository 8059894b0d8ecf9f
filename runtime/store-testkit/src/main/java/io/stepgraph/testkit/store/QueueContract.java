package io.stepgraph.testkit.store;

import static io.stepgraph.store.ClaimRequest.NO_LIMIT;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The queue: runs that workers claim. */
@Tag("L5")
interface QueueContract extends StoreFixture {
    /** Longer than a test takes. */
    Duration CLAIM = Duration.ofMinutes(5);

    QueueRequest AT_ONCE = new QueueRequest(null, null, null);

    static ClaimRequest claim(int limit) {
        return claim(Set.of("draft", "approve"), Set.of(), PermissionMode.DEFAULT, CLAIM, limit);
    }

    private static ClaimRequest claim(
            Set<String> steps, Set<String> namespaces, PermissionMode maxMode, Duration length, int limit) {
        return new ClaimRequest(
                "example.Review", steps, namespaces, maxMode, NO_LIMIT, Set.of(), length, limit, Map.of());
    }

    private static RunKey key(String namespace, int number) {
        return new RunKey(namespace, "run-" + number);
    }

    private boolean enqueue(RunKey key) {
        return store().queue().enqueue(newRun(key), AT_ONCE);
    }

    private List<RunKey> claimed(ClaimRequest request) {
        return store().queue().claim(request).stream().map(ClaimedRun::key).toList();
    }

    private StoredRun acquired() {
        StoredRun seen = present(store().find(KEY));
        return present(store().acquire(new AcquireRequest(seen, new LeaseRequest(ANN, LEASE), false, List.of(EVENT))));
    }

    @Test
    default void aQueuedRunIsStoredOnceWithoutAnOwner() {
        assertThat(enqueue(KEY)).isTrue();
        assertThat(enqueue(KEY)).isFalse();

        StoredRun queued = present(store().find(KEY));
        assertThat(queued.status()).isEqualTo(Status.QUEUED);
        assertThat(queued.owner()).isNull();
        assertThat(queued.fencingToken()).isEqualTo(1);
        assertThat(queued.revision()).isEqualTo(1);
        assertThat(queued.stopReason()).isNull();
        assertThat(queued.state()).isEqualTo(STATE);
        assertThat(queued.lastEvent()).isEqualTo(1);
        assertThat(acquired().status()).isEqualTo(Status.RUNNING);
    }

    @Test
    default void aRunIsClaimedByOneWorkerForAWhile() {
        enqueue(KEY);
        ClaimRequest briefly = claim(Set.of("draft"), Set.of(), PermissionMode.DEFAULT, LeaseContract.SHORT, 5);

        assertThat(claimed(briefly)).containsExactly(KEY);
        assertThat(claimed(briefly)).isEmpty();
        pass(LeaseContract.SHORT.plusMillis(50));
        assertThat(claimed(briefly)).containsExactly(KEY);
    }

    @Test
    default void anAcquiredRunIsNotClaimed() {
        enqueue(KEY);
        acquired();
        assertThat(claimed(claim(5))).isEmpty();
    }

    @Test
    default void aClaimNamesTheGraphTheStepsAndTheNamespaces() {
        enqueue(KEY);
        assertThat(claimed(claim(Set.of("approve"), Set.of(), PermissionMode.DEFAULT, CLAIM, 5)))
                .isEmpty();
        assertThat(claimed(claim(Set.of("draft"), Set.of("other"), PermissionMode.DEFAULT, CLAIM, 5)))
                .isEmpty();
        assertThat(claimed(new ClaimRequest(
                        "another",
                        Set.of("draft"),
                        Set.of(),
                        PermissionMode.DEFAULT,
                        NO_LIMIT,
                        Set.of(),
                        CLAIM,
                        5,
                        Map.of())))
                .isEmpty();
        assertThat(claimed(claim(Set.of("draft"), Set.of("default", "other"), PermissionMode.DEFAULT, CLAIM, 5)))
                .containsExactly(KEY);
    }

    @Test
    @Tag("S2")
    default void aRunThatTheWorkerHasRefusedIsLeftToOthersUntilItChanges() {
        enqueue(KEY);
        enqueue(key("default", 2));
        StoredRun refused = present(store().find(KEY));
        assertThat(claimed(refusing(refused))).containsExactly(key("default", 2));

        StoredRun run = acquired();
        assertThat(claimed(refusing(run, ANN.runner()))).isEmpty();
        store().release(run.lease(LEASE));
        assertThat(claimed(refusing(run))).isEmpty();
        assertThat(claimed(refusing(refused))).containsExactly(KEY);
    }

    private static ClaimRequest refusing(StoredRun run, String... deadRunners) {
        return new ClaimRequest(
                "example.Review",
                Set.of("draft"),
                Set.of(),
                PermissionMode.DEFAULT,
                NO_LIMIT,
                Set.of(deadRunners),
                CLAIM,
                5,
                Map.of(run.runNumber(), run.revision()));
    }

    @Test
    default void aRunWithAStartTimeIsClaimedWhenItIsDue() {
        Instant past = Instant.ofEpochSecond(1);
        Duration soon = LeaseContract.SHORT;
        store().queue().enqueue(newRun(key("default", 1)), new QueueRequest(null, past, null));
        store().queue().enqueue(newRun(key("default", 2)), new QueueRequest(null, null, soon));
        store().queue().enqueue(newRun(key("default", 3)), new QueueRequest(null, null, Duration.ofDays(40_000)));

        assertThat(claimed(claim(5))).containsExactly(key("default", 1));
        StoredRun later = present(store().find(key("default", 2)));
        assertThat(later.dueAt()).isEqualTo(later.startedAt().plus(soon));
        assertThat(store().acquire(new AcquireRequest(later, new LeaseRequest(ANN, LEASE), false, List.of())))
                .isNull();
        pass(soon.plusMillis(50));
        assertThat(claimed(claim(5))).containsExactly(key("default", 2));
    }

    @Test
    default void L5_a_start_time_may_be_any_that_Java_knows() {
        List<Instant> past = List.of(Instant.MIN, Instant.parse("0001-01-01T00:00:00Z"));
        List<Instant> future = List.of(
                Instant.parse("9999-12-31T23:59:59.999Z"), Instant.parse("+300000-01-01T00:00:00Z"), Instant.MAX);
        int number = 0;
        for (Instant time : Stream.concat(past.stream(), future.stream()).toList()) {
            assertThat(store().queue().enqueue(newRun(key("default", ++number)), new QueueRequest(null, time, null)))
                    .isTrue();
        }

        assertThat(claimed(claim(Set.of("draft"), Set.of(), PermissionMode.DEFAULT, LONGEST, 9)))
                .containsExactlyInAnyOrder(key("default", 1), key("default", 2));
        assertThat(store().lists().runs("default", RunQuery.ALL).runs()).hasSize(number);
        for (; number > past.size(); number--) {
            assertThat(present(store().find(key("default", number))).dueAt()).isEqualTo("9999-12-31T23:59:59.999Z");
        }
    }

    @Test
    default void aFullQueueRefusesStartsOfItsGraphAndNamespace() {
        QueueRequest atMostTwo = new QueueRequest(2, null, null);
        assertThat(store().queue().enqueue(newRun(key("a", 1)), atMostTwo)).isTrue();
        assertThat(store().queue().enqueue(newRun(key("a", 2)), atMostTwo)).isTrue();

        assertThatThrownBy(() -> store().queue().enqueue(newRun(key("a", 3)), atMostTwo))
                .isInstanceOf(QueueFullException.class)
                .hasMessageContaining("run-3")
                .hasMessageContaining("example.Review")
                .hasMessageContaining("2");
        assertThat(store().find(key("a", 3))).isNull();
        assertThat(store().queue().enqueue(newRun(key("a", 2)), atMostTwo)).isFalse();
        assertThat(store().queue().enqueue(newRun(key("b", 3)), atMostTwo)).isTrue();
        assertThat(enqueue(key("a", 3))).isTrue();
    }

    @Test
    default void aQueuedRunKeepsItsThreadBusy() {
        store().queue().enqueue(newRun(key("default", 1), "chat", null), AT_ONCE);
        assertThatThrownBy(() -> store().queue().enqueue(newRun(key("default", 2), "chat", null), AT_ONCE))
                .isInstanceOf(ThreadBusyException.class);
        assertThat(store().find(key("default", 2))).isNull();
    }

    @Test
    default void eachNamespaceGetsItsShare() {
        for (int i = 0; i < 30; i++) {
            enqueue(key("big", i));
        }
        enqueue(key("small", 1));
        enqueue(key("tiny", 1));

        assertThat(claimed(claim(3)).stream().map(RunKey::namespace).collect(Collectors.toSet()))
                .containsAnyOf("small", "tiny");
        Set<RunKey> all = new HashSet<>(claimed(claim(12)));
        all.addAll(claimed(claim(12)));
        assertThat(all).hasSizeBetween(12, 24);
        List<RunKey> rest = new ArrayList<>();
        List<RunKey> more;
        do {
            more = claimed(claim(64));
            rest.addAll(more);
        } while (!more.isEmpty());
        assertThat(rest).doesNotHaveDuplicates().doesNotContainAnyElementsOf(all);
    }

    @Test
    default void anAnsweredRunIsClaimed() {
        StoredRun asked = asked(null);
        assertThat(claimed(claim(5))).isEmpty();
        store().answer(answerTo(asked, "\"yes\""), null);
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    @Test
    default void anExpiredQuestionIsClaimed() {
        asked(LeaseContract.SHORT);
        assertThat(claimed(claim(5))).isEmpty();
        pass(LeaseContract.SHORT.plusMillis(50));
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    private StoredRun asked(@Nullable Duration dueIn) {
        enqueue(KEY);
        StoredRun run = acquired();
        store().commit(run.lease(LEASE), rests(run, question(), dueIn));
        return present(store().find(KEY));
    }

    @Test
    default void aReleasedRunIsClaimed() {
        enqueue(KEY);
        store().release(acquired().lease(LEASE));
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    @Test
    default void aDelayedRunIsClaimedWhenItIsDue() {
        enqueue(KEY);
        StoredRun run = acquired();
        store().commit(run.lease(LEASE), rests(run, new StopReason.Delayed(), LeaseContract.SHORT));
        assertThat(claimed(claim(5))).isEmpty();
        pass(LeaseContract.SHORT.plusMillis(50));
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    @Test
    @Tag("M2")
    default void aParkedRunIsClaimedOnceItsModeIsRaised() {
        parked();
        assertThat(claimed(claim(5))).isEmpty();
        store().command(KEY, new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
        assertThat(claimed(claim(5))).isEmpty();
        ClaimRequest able = claim(Set.of("approve"), Set.of(), PermissionMode.ACCEPT_EDITS, CLAIM, 5);
        store().command(KEY, new RunCommand.SetMode(PermissionMode.DEFAULT, "ann"));
        assertThat(claimed(able)).isEmpty();
        store().command(KEY, new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
        assertThat(claimed(able)).containsExactly(KEY);
    }

    private void parked() {
        enqueue(KEY);
        StoredRun run = acquired();
        store().commit(run.lease(LEASE), rests(run, new StopReason.Parked("no", PermissionMode.ACCEPT_EDITS)));
    }

    @Test
    @Tag("L3")
    default void anAbandonedRunIsClaimedOnceItsLeaseIsOver() {
        store().start(newRun(KEY), new LeaseRequest(ANN, LeaseContract.SHORT));
        assertThat(claimed(claim(5))).isEmpty();
        pass(LeaseContract.SHORT.plusMillis(50));
        assertThat(claimed(claim(5))).containsExactly(KEY);
        // A worker that cannot continue the run leaves it alone for a while, too.
        assertThat(claimed(claim(5))).isEmpty();
        StoredRun seen = present(store().find(KEY));
        StoredRun taken =
                present(store().acquire(new AcquireRequest(seen, new LeaseRequest(BOB, LEASE), false, List.of(EVENT))));
        assertThat(taken.status()).isEqualTo(Status.RUNNING);
        assertThat(claimed(claim(5))).isEmpty();
    }

    @Test
    @Tag("R4")
    default void aRunOfADeadRunnerIsClaimedAtOnce() {
        store().start(newRun(KEY), new LeaseRequest(ANN, LEASE));
        assertThat(store().queue().owners()).containsExactly(ANN);
        ClaimRequest request = new ClaimRequest(
                "example.Review",
                Set.of("draft"),
                Set.of(),
                PermissionMode.DEFAULT,
                NO_LIMIT,
                Set.of(ANN.runner()),
                CLAIM,
                5,
                Map.of());
        assertThat(claimed(request)).containsExactly(KEY);
    }

    @Test
    @Tag("R4")
    default void anAbandonedRunDoesNotWaitBehindALongQueue() {
        for (int i = 0; i < 30; i++) {
            enqueue(key("default", i));
        }
        store().start(newRun(KEY), new LeaseRequest(ANN, LEASE));
        ClaimRequest request = new ClaimRequest(
                "example.Review",
                Set.of("draft"),
                Set.of(),
                PermissionMode.DEFAULT,
                NO_LIMIT,
                Set.of(ANN.runner()),
                CLAIM,
                3,
                Map.of());
        assertThat(claimed(request)).hasSize(3).contains(KEY);
    }

    @Test
    @Tag("R6")
    default void aClaimTellsTheCrashesAndLeavesRunsWithTooManyToOthers() {
        Duration brief = LeaseContract.SHORT;
        StoredRun run = present(store().start(newRun(KEY), new LeaseRequest(ANN, LEASE)));
        StoredRun abandoned =
                present(store().acquire(new AcquireRequest(run, new LeaseRequest(BOB, LEASE), true, List.of(EVENT))));

        assertThat(claimedOf(BOB, 2, brief)).isEmpty();
        assertThat(claimedOf(BOB, 3, brief)).containsExactly(new ClaimedRun(KEY, 2));
        pass(brief.plusMillis(50));
        store().queue().forgiveCrashes(BOB, 0);
        assertThat(claimedOf(BOB, 2, brief)).containsExactly(new ClaimedRun(KEY, 1));

        pass(brief.plusMillis(50));
        store().release(abandoned.lease(LEASE));
        assertThat(claimedOf(BOB, 1, brief)).isEmpty();
        assertThat(claimedOf(BOB, 2, brief)).containsExactly(new ClaimedRun(KEY, 1));
    }

    private List<ClaimedRun> claimedOf(Owner dead, int maxCrashes, Duration length) {
        return store().queue()
                .claim(new ClaimRequest(
                        "example.Review",
                        Set.of("draft"),
                        Set.of(),
                        PermissionMode.DEFAULT,
                        maxCrashes,
                        Set.of(dead.runner()),
                        length,
                        5,
                        Map.of()));
    }

    @Test
    default void anEndedRunIsNotClaimed() {
        enqueue(KEY);
        store().command(KEY, new RunCommand.Cancel("ann"));
        assertThat(claimed(claim(5))).isEmpty();
        assertThat(store().queue().owners()).isEmpty();
    }

    @Test
    default void labelsWithOddNamesAreKept() {
        assertThat(store().queue()
                        .enqueue(
                                StoreFixture.labelled(KEY, "Ann \"O'Hara\"", Map.of("a'b\"\\", "ä€😀", "", "{}")),
                                AT_ONCE))
                .isTrue();
    }
}
