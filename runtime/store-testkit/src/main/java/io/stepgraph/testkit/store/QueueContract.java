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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queue: runs that workers claim. */
@Tag("L5")
interface QueueContract extends StoreFixture {
    /** Longer than a test takes. */
    Duration CLAIM = Duration.ofMinutes(5);

    QueueRequest AT_ONCE = new QueueRequest(null, null, null);

    static ClaimRequest claim(int limit) {
        return claim(limit, PermissionMode.DEFAULT);
    }

    static ClaimRequest claim(int limit, PermissionMode maxMode) {
        return claim(Set.of("draft", "approve", "serve"), Set.of(), maxMode, CLAIM, limit);
    }

    private static ClaimRequest claim(
            Set<String> steps, Set<String> namespaces, PermissionMode maxMode, Duration length, int limit) {
        return new ClaimRequest(
                "example.Review", steps, namespaces, maxMode, NO_LIMIT, Set.of(), length, limit, Map.of());
    }

    /** A claim by a worker that knows these runners to be dead. */
    private static ClaimRequest claim(
            int maxCrashes, Duration length, int limit, Map<Long, Long> refused, String... deadRunners) {
        return new ClaimRequest(
                "example.Review",
                Set.of("draft"),
                Set.of(),
                PermissionMode.DEFAULT,
                maxCrashes,
                Set.of(deadRunners),
                length,
                limit,
                refused);
    }

    private static ClaimRequest refusing(StoredRun run, String... deadRunners) {
        return claim(NO_LIMIT, CLAIM, 5, Map.of(run.runNumber(), run.revision()), deadRunners);
    }

    private static RunKey key(String namespace, int number) {
        return new RunKey(namespace, "run-" + number);
    }

    private List<RunKey> claimed(ClaimRequest request) {
        return store().queue().claim(request).stream().map(ClaimedRun::key).toList();
    }

    private @Nullable StoredRun acquiredBy(Owner owner, StoredRun seen) {
        return store().runs().acquire(new AcquireRequest(seen, new LeaseRequest(owner, LEASE), false, List.of(EVENT)));
    }

    private StoredRun acquired() {
        return present(acquiredBy(ANN, present(store().runs().find(KEY))));
    }

    /** A queued run that was taken up, and has stopped. */
    private StoredRun stopped(StopReason why, @Nullable Duration dueIn) {
        enqueue(KEY);
        StoredRun run = acquired();
        assertThat(claimed(claim(5))).isEmpty();
        store().runs().commit(run.lease(LEASE), rests(run, why, dueIn));
        assertThat(claimed(claim(5))).isEmpty();
        return present(store().runs().find(KEY));
    }

    private void passSoon() {
        pass(LeaseContract.SHORT.plusMillis(50));
    }

    @Test
    default void aQueuedRunIsStoredOnceWithoutAnOwner() {
        assertThat(enqueue(KEY)).isTrue();
        assertThat(enqueue(KEY)).isFalse();

        StoredRun queued = present(store().runs().find(KEY));
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
        passSoon();
        assertThat(claimed(briefly)).containsExactly(KEY);
    }

    @Test
    default void aClaimThatIsGivenBackIsOverAtOnce() {
        enqueue(KEY);
        enqueue(key("other", 1));
        StoredRun abandoned = acquired(started(key("default", 2)), BOB);
        ClaimRequest any = claim(NO_LIMIT, CLAIM, 5, Map.of(), BOB.runner());
        List<RunKey> all = List.of(KEY, key("other", 1), abandoned.key());
        assertThat(claimed(any)).containsExactlyInAnyOrderElementsOf(all);

        store().queue().unclaim(List.of(KEY, abandoned.key(), new RunKey("other", "none")));

        assertThat(claimed(any)).containsExactlyInAnyOrder(KEY, abandoned.key());
        store().queue().unclaim(all);
        assertThat(claimed(any)).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    default void aRunThatIsDelayedSinceItWasClaimedIsDueAsBefore() {
        enqueue(KEY);
        assertThat(claimed(claim(5))).containsExactly(KEY);
        StoredRun run = acquired();
        store().queue().unclaim(List.of(KEY));
        assertThat(claimed(claim(5))).isEmpty();
        store().runs().commit(run.lease(LEASE), rests(run, new StopReason.Delayed(), LeaseContract.SHORT));

        store().queue().unclaim(List.of(KEY));

        assertThat(claimed(claim(5))).isEmpty();
        passSoon();
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    @Test
    default void aClaimNamesTheGraphTheStepsAndTheNamespaces() {
        enqueue(KEY);
        PermissionMode mode = PermissionMode.DEFAULT;
        assertThat(claimed(claim(Set.of("approve"), Set.of(), mode, CLAIM, 5))).isEmpty();
        assertThat(claimed(claim(Set.of("draft"), Set.of("other"), mode, CLAIM, 5)))
                .isEmpty();
        assertThat(claimed(new ClaimRequest(
                        "another", Set.of("draft"), Set.of(), mode, NO_LIMIT, Set.of(), CLAIM, 5, Map.of())))
                .isEmpty();
        assertThat(claimed(claim(Set.of("draft"), Set.of("default", "other"), mode, CLAIM, 5)))
                .containsExactly(KEY);
    }

    @Test
    @Tag("S2")
    default void aRunThatTheWorkerHasRefusedIsLeftToOthersUntilItChanges() {
        enqueue(KEY);
        enqueue(key("default", 2));
        StoredRun refused = present(store().runs().find(KEY));
        assertThat(claimed(refusing(refused))).containsExactly(key("default", 2));

        StoredRun run = acquired();
        assertThat(claimed(refusing(run, ANN.runner()))).isEmpty();
        store().runs().release(run.lease(LEASE));
        assertThat(claimed(refusing(run))).isEmpty();
        assertThat(claimed(refusing(refused))).containsExactly(KEY);
    }

    @Test
    default void aRunWithAStartTimeIsClaimedWhenItIsDue() {
        Instant past = Instant.ofEpochSecond(1);
        Duration soon = LeaseContract.SHORT;
        store().queue().enqueue(newRun(key("default", 1)), new QueueRequest(null, past, null));
        store().queue().enqueue(newRun(key("default", 2)), new QueueRequest(null, null, soon));
        store().queue().enqueue(newRun(key("default", 3)), new QueueRequest(null, null, Duration.ofDays(40_000)));

        assertThat(claimed(claim(5))).containsExactly(key("default", 1));
        StoredRun later = present(store().runs().find(key("default", 2)));
        assertThat(later.dueAt()).isEqualTo(later.startedAt().plus(soon));
        assertThat(acquiredBy(ANN, later)).isNull();
        passSoon();
        assertThat(claimed(claim(5))).containsExactly(key("default", 2));
    }

    @Test
    default void L5_a_run_that_is_due_since_before_the_last_claim_is_claimed_too() {
        for (int number = 1; number <= 3; number++) {
            enqueue(key("default", number));
        }
        Set<RunKey> all = new HashSet<>(claimed(claim(1)));
        store().queue().enqueue(newRun(key("default", 4)), new QueueRequest(null, Instant.ofEpochSecond(1), null));
        store().queue().enqueue(newRun(key("other", 5)), new QueueRequest(null, Instant.ofEpochSecond(1), null));

        for (int claim = 1; claim <= 4; claim++) {
            all.addAll(claimed(claim(1)));
        }

        assertThat(all).hasSize(5);
        assertThat(claimed(claim(5))).isEmpty();
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
            assertThat(present(store().runs().find(key("default", number))).dueAt())
                    .isEqualTo("9999-12-31T23:59:59.999Z");
        }
    }

    @Test
    default void aFullQueueRefusesStartsOfItsGraphAndNamespace() {
        QueueRequest atMostTwo = new QueueRequest(2, null, null);
        assertThat(store().queue().enqueue(newRun(key("a", 1)), atMostTwo)).isTrue();
        assertThat(store().queue().enqueue(newRun(key("a", 2)), atMostTwo)).isTrue();

        assertThatThrownBy(() -> store().queue().enqueue(newRun(key("a", 3)), atMostTwo))
                .isInstanceOf(QueueFullException.class)
                .hasMessageContainingAll("run-3", "example.Review", "2");
        assertThat(store().runs().find(key("a", 3))).isNull();
        assertThat(store().queue().enqueue(newRun(key("a", 2)), atMostTwo)).isFalse();
        assertThat(store().queue().enqueue(newRun(key("b", 3)), atMostTwo)).isTrue();
        assertThat(enqueue(key("a", 3))).isTrue();
    }

    @Test
    default void aQueuedRunKeepsItsThreadBusy() {
        store().queue().enqueue(newRun(key("default", 1), "chat", null), AT_ONCE);
        assertThatThrownBy(() -> store().queue().enqueue(newRun(key("default", 2), "chat", null), AT_ONCE))
                .isInstanceOf(ThreadBusyException.class);
        assertThat(store().runs().find(key("default", 2))).isNull();
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
    default void aReleasedRunAndAnAnsweredOneAreClaimed() {
        StoredRun released = started(key("default", 1));
        assertThat(claimed(claim(5))).isEmpty();
        store().runs().release(released.lease(LEASE));
        assertThat(claimed(claim(5))).containsExactly(released.key());

        StoredRun asked = stopped(question(), null);
        store().runs().answer(answerTo(asked, "\"yes\""), null);
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    static Stream<StopReason> untilLater() {
        return Stream.of(question(), new StopReason.Delayed());
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.QueueContract#untilLater")
    default void aQuestionThatExpiresAndADelayedRunAreClaimedWhenTheyAreDue(StopReason why) {
        stopped(why, LeaseContract.SHORT);
        passSoon();
        assertThat(claimed(claim(5))).containsExactly(KEY);
    }

    @Test
    @Tag("M2")
    default void aParkedRunIsClaimedOnceItsModeIsRaised() {
        stopped(new StopReason.Parked("no", PermissionMode.ACCEPT_EDITS), null);
        store().runs().command(KEY, new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
        assertThat(claimed(claim(5))).isEmpty();
        ClaimRequest able = claim(Set.of("approve"), Set.of(), PermissionMode.ACCEPT_EDITS, CLAIM, 5);
        store().runs().command(KEY, new RunCommand.SetMode(PermissionMode.DEFAULT, "ann"));
        assertThat(claimed(able)).isEmpty();
        store().runs().command(KEY, new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "ann"));
        assertThat(claimed(able)).containsExactly(KEY);
    }

    @Test
    @Tag("L3")
    default void anAbandonedRunIsClaimedOnceItsLeaseIsOver() {
        store().runs().start(newRun(KEY), new LeaseRequest(ANN, LeaseContract.SHORT));
        assertThat(claimed(claim(5))).isEmpty();
        passSoon();
        assertThat(claimed(claim(5))).containsExactly(KEY);
        // A worker that cannot continue the run leaves it alone for a while, too.
        assertThat(claimed(claim(5))).isEmpty();
        StoredRun taken = present(acquiredBy(BOB, present(store().runs().find(KEY))));
        assertThat(taken.status()).isEqualTo(Status.RUNNING);
        assertThat(claimed(claim(5))).isEmpty();
    }

    @Test
    @Tag("R4")
    default void aRunOfADeadRunnerIsClaimedAtOnceAndDoesNotWaitBehindALongQueue() {
        for (int i = 0; i < 30; i++) {
            enqueue(key("default", i));
        }
        started();
        assertThat(store().queue().owners()).containsExactly(ANN);

        assertThat(claimed(claim(NO_LIMIT, CLAIM, 3, Map.of(), ANN.runner())))
                .hasSize(3)
                .contains(KEY);
    }

    @Test
    @Tag("R4")
    default void aClaimThatTakesOverNothingLeavesRunsWithAnOwner() {
        store().runs().start(newRun(KEY), new LeaseRequest(ANN, LeaseContract.SHORT));
        enqueue(key("default", 1));
        passSoon();

        ClaimRequest unowned = new ClaimRequest(
                "example.Review",
                Set.of("draft"),
                Set.of(),
                PermissionMode.DEFAULT,
                NO_LIMIT,
                null,
                CLAIM,
                5,
                Map.of());
        assertThat(claimed(unowned)).containsExactly(key("default", 1));
        assertThat(claimed(claim(NO_LIMIT, CLAIM, 5, Map.of()))).containsExactly(KEY);
    }

    @Test
    @Tag("R6")
    default void aClaimTellsTheCrashesAndLeavesRunsWithTooManyToOthers() {
        StoredRun abandoned = acquired(started(), BOB);

        assertThat(claimedOfBob(2)).isEmpty();
        assertThat(claimedOfBob(3)).containsExactly(new ClaimedRun(KEY, 2, true));
        passSoon();
        store().queue().forgiveCrashes(BOB, 0);
        assertThat(claimedOfBob(2)).containsExactly(new ClaimedRun(KEY, 1, true));

        passSoon();
        store().runs().release(abandoned.lease(LEASE));
        assertThat(claimedOfBob(1)).isEmpty();
        assertThat(claimedOfBob(2)).containsExactly(new ClaimedRun(KEY, 1, false));
    }

    private List<ClaimedRun> claimedOfBob(int maxCrashes) {
        return store().queue().claim(claim(maxCrashes, LeaseContract.SHORT, 5, Map.of(), BOB.runner()));
    }

    @Test
    default void anEndedRunIsNotClaimed() {
        enqueue(KEY);
        store().runs().command(KEY, CANCEL);
        assertThat(claimed(claim(5))).isEmpty();
        assertThat(store().queue().owners()).isEmpty();
    }
}
