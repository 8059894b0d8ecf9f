package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.calls;
import static io.stepgraph.testkit.store.StoreFixture.child;
import static io.stepgraph.testkit.store.StoreFixture.effectCall;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.CallProgress;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.CalledBy;
import io.stepgraph.store.ChildEnd;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs that call other runs, and wait for them. */
@Tag("C1")
@Tag("C2")
@Tag("C3")
@Tag("C8")
@Tag("C9")
@Tag("C10")
@Tag("C11")
interface CallContract extends StoreFixture {
    RunCommand.Stop STOP = new RunCommand.Stop(ErrorCode.CALL_TIMED_OUT, "the time is over");
    Duration BRIEF = Duration.ofMillis(20);
    Duration HOUR = Duration.ofHours(1);

    private CallStore callStore() {
        return store().calls();
    }

    /** The run that a caller has called last as this agent. */
    private StoredRun childOf(StoredRun caller, String agent) {
        return present(
                find(key(StoreFixture.childId(caller.key(), caller.checkpoint().visit(), agent))));
    }

    private StoredRun ended(StoredRun run, StopReason how) {
        StoredRun executed = run.status() == Status.RUNNING ? run : acquired(found(run), BOB);
        return committed(executed, rests(executed, how));
    }

    private StoredRun ended(StoredRun caller, String agent, StopReason how) {
        return ended(childOf(caller, agent), how);
    }

    private StoredRun executed(StoredRun caller, String agent) {
        return acquired(childOf(caller, agent), BOB);
    }

    private StoredRun asking(StoredRun caller, String agent) {
        return ended(caller, agent, question());
    }

    /** An agent that calls agents in turn. */
    private StoredRun calling(StoredRun caller, String agent, String... agents) {
        return called(executed(caller, agent), agents);
    }

    private static StopReason.Failed failure(ErrorCode code, String message) {
        return new StopReason.Failed(Json.of("{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}"), "trace");
    }

    private List<RunKey> claimed(String graph, @Nullable Long root, int limit) {
        ClaimRequest request = new ClaimRequest(
                graph,
                Set.of("draft", "approve", "gather"),
                Set.of(),
                PermissionMode.DEFAULT,
                ClaimRequest.NO_LIMIT,
                null,
                HOUR,
                limit,
                Map.of(),
                root);
        return store().queue().claim(request).stream().map(ClaimedRun::key).toList();
    }

    private List<RunKey> claimed(String graph) {
        return claimed(graph, null, 10);
    }

    private @Nullable StoredRun joined(StoredRun caller) {
        StoredRun seen = found(caller);
        LeaseRequest lease = new LeaseRequest(ANN, LEASE);
        return store().runs().acquire(new AcquireRequest(seen, lease, false, at("write", 3), List.of(EVENT)));
    }

    private boolean retried(StoredRun failed, @Nullable Due due) {
        long visit = failed.checkpoint().visit();
        return store().runs()
                .reopen(new ReopenRequest(
                        failed.key(), failed.runNumber(), failed.thread(), visit, List.of(EVENT), "erin", due));
    }

    private int events(StoredRun run, String kind) {
        int count = 0;
        for (EventLog.Batch batch : log(run.key(), 0, 100).batches()) {
            count += batch.events().text().split("\"event\":\"" + kind + "\"", -1).length - 1;
        }
        return count;
    }

    private List<String> listed(RunQuery query) {
        return store().lists().runs("default", query).runs().stream()
                .map(ListedRun::id)
                .toList();
    }

    /** The caller has joined: all its agents have ended. */
    private void assertJoined(StoredRun caller) {
        StoredRun now = found(caller);
        StopReason.Called called = (StopReason.Called) Objects.requireNonNull(caller.stopReason());
        assertThat(now.stopReason()).isEqualTo(new StopReason.Joined(called.agents(), called.size()));
        assertThat(now.status()).isEqualTo(Status.QUEUED);
        assertThat(now.revision()).isEqualTo(caller.revision() + 1);
        assertThat(now.fencingToken()).isEqualTo(caller.fencingToken());
        assertThat(now.dueAt()).isNull();
        assertThat(now.lastEvent()).isEqualTo(caller.lastEvent());
        assertThat(now.checkpoint()).isEqualTo(caller.checkpoint());
    }

    // The commit of a call

    @Test
    default void C1_a_child_is_a_run_with_what_its_caller_lends_it() {
        NewRun lender =
                newRun(KEY, GRAPH, Retention.KEEP_HISTORY, null, DRAFT, STATE, LEASE, "ann", Map.of("team", "ops"));
        StoredRun run = present(start(lender, ANN));
        StoredRun caller = committed(run, calls(run, null, 10, child(run, 1, "first", PermissionMode.PLAN)));

        StoredRun child = childOf(caller, "first");

        long number = caller.runNumber();
        assertThat(child.calledBy()).isEqualTo(new CalledBy(number, number, 2, 1, PermissionMode.PLAN));
        assertThat(child.status()).isEqualTo(Status.QUEUED);
        assertThat(child.graph()).isEqualTo(GRAPH + "/first");
        assertThat(child.fingerprint()).isEqualTo("print-2");
        assertThat(child.mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(child.deadline()).isEqualTo(caller.deadline()).isNotNull();
        assertThat(child.retention()).isEqualTo(Retention.KEEP_HISTORY);
        assertThat(child.startedAt()).isAfterOrEqualTo(caller.startedAt());
        assertThat(child.fencingToken()).isEqualTo(1);
        assertThat(child.revision()).isEqualTo(1);
        assertThat(child.checkpoint()).isEqualTo(DRAFT);
        assertThat(child.state()).isEqualTo(STATE);
        assertThat(child.start()).isNull();
        assertThat(child.thread()).isNull();
        assertThat(child.stopReason()).isNull();
        assertThat(child.lastEvent()).isEqualTo(1);
        assertThat(caller.calledBy()).isNull();
        ListedRun listed = store().lists()
                .runs("default", RunQuery.ALL.graph(GRAPH + "/first").withChildren())
                .runs()
                .get(0);
        assertThat(listed.startedBy()).isEqualTo("ann");
        assertThat(listed.labels()).isEmpty();
        assertThat(store().lists().checkpoints(child.key(), child.runNumber(), 0, 5))
                .hasSize(1);
    }

    @Test
    default void C1_a_child_of_a_child_has_its_caller_and_the_root() {
        StoredRun top = called("first");
        StoredRun middle = calling(top, "first", "second");

        CalledBy by = Objects.requireNonNull(childOf(middle, "second").calledBy());

        assertThat(by.caller()).isEqualTo(middle.runNumber());
        assertThat(by.root()).isEqualTo(top.runNumber());
        assertThat(by.visit()).isEqualTo(middle.checkpoint().visit());
    }

    @Test
    default void C2_one_commit_calls_and_gives_the_lease_up() {
        StoredRun run = started();
        StoredRun caller = called(run, Due.in(HOUR), "first", "second");

        assertThat(caller.status()).isEqualTo(Status.WAITING);
        assertThat(caller.stopReason()).isEqualTo(new StopReason.Called(List.of("first", "second"), 2));
        assertThat(caller.owner()).isNull();
        assertThat(caller.leaseUntil()).isNull();
        assertThat(caller.revision()).isEqualTo(run.revision() + 1);
        assertThat(caller.checkpoint()).isEqualTo(at("gather", 2));
        assertThat(caller.dueAt()).isAfter(caller.startedAt().plus(HOUR.minusMinutes(1)));
        assertThat(caller.lastEvent()).isEqualTo(run.lastEvent() + 1);
        assertThat(claimed(GRAPH)).isEmpty();
        assertThat(claimed(GRAPH + "/first"))
                .containsExactly(childOf(caller, "first").key());
        assertThrown(IllegalArgumentException.class, () -> acquire(caller, BOB));
    }

    @Test
    default void C2_a_caller_is_woken_at_the_earlier_of_its_timeout_and_its_deadline() {
        StoredRun timed = called(started(), Due.in(BRIEF), "first");
        StoredRun overdue = called(present(start(newRun(key("overdue"), null, BRIEF), ANN)), "first");
        StoredRun both = called(present(start(newRun(key("both"), null, BRIEF), ANN)), Due.in(HOUR), "first");
        called(present(start(newRun(key("patient"), null, HOUR), ANN)), "first");
        called(started(key("for-ever")), "first");
        assertThat(overdue.dueAt()).isNull();
        pass(BRIEF.multipliedBy(2));

        assertThat(claimed(GRAPH)).containsExactlyInAnyOrder(timed.key(), overdue.key(), both.key());
    }

    @Test
    default void C2_a_commit_that_calls_is_recognised_when_it_is_sent_again() {
        StoredRun run = started();
        Commit call = calls(run, null, 10, child(run, 1, "first", PermissionMode.DEFAULT));
        assertStored(run, call);
        StoredRun caller = found(run);
        assertStored(run, call);
        assertThat(found(run)).isEqualTo(caller);
        ended(caller, "first", COMPLETED);
        assertStored(run, call);
        assertJoined(caller);
        assertThat(listed(RunQuery.ALL.withChildren())).hasSize(2);
        StoredRun other = started(key("cancelled"));
        Commit another = calls(other, null, 10, child(other, 1, "first", PermissionMode.DEFAULT));
        assertStored(other, another);
        command(other.key(), CANCEL);
        assertStored(other, another);

        assertThat(joined(caller)).isNotNull();
        assertRefused(run, call);
    }

    @Test
    default void C2_a_call_whose_id_is_taken_writes_nothing() {
        StoredRun run = started();
        NewChild first = child(run, 1, "first", PermissionMode.DEFAULT);
        NewChild second = child(run, 2, "second", PermissionMode.DEFAULT);
        StoredRun taken = started(key(second.id()));

        assertThrown(
                ErrorCode.START_CONFLICT,
                () -> store().runs().commit(run.lease(LEASE), calls(run, null, 10, first, second)),
                KEY.id(),
                second.id());

        assertThat(found(run)).isEqualTo(run);
        assertThat(found(taken)).isEqualTo(taken);
        assertThat(find(key(first.id()))).isNull();
        assertThat(committed(run, goesOn(run, at("review", 2))).revision()).isEqualTo(2);
    }

    @Test
    default void C2_a_family_grows_to_its_limit_and_no_further() {
        StoredRun top = called("first", "second");
        ended(top, "first", COMPLETED);
        StoredRun second = executed(top, "second");
        NewChild deeper = child(second, 1, "deeper", PermissionMode.DEFAULT);

        assertThrown(
                ErrorCode.FAMILY_TOO_LARGE,
                () -> store().runs().commit(second.lease(LEASE), calls(second, null, 3, deeper)),
                "4",
                "3");
        assertThat(found(second)).isEqualTo(second);
        assertThat(find(key(deeper.id()))).isNull();

        assertThat(committed(second, calls(second, null, 4, deeper)).status()).isEqualTo(Status.WAITING);
    }

    @Test
    @Tag("L7")
    default void L7_a_call_is_held_back_when_a_command_has_arrived() {
        StoredRun run = started();
        command(KEY, PLAN);
        NewChild first = child(run, 1, "first", PermissionMode.DEFAULT);

        assertThat(store().runs().commit(run.lease(LEASE), calls(run, null, 10, first)))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);

        assertThat(find(key(first.id()))).isNull();
        StoredRun caller = committed(found(run), calls(found(run), null, 10, first));
        assertThat(childOf(caller, "first").mode()).isEqualTo(PermissionMode.PLAN);
    }

    @Test
    default void C2_a_thousand_runs_are_one_commit() {
        StoredRun run = started();
        NewChild[] children = IntStream.rangeClosed(1, 1_000)
                .mapToObj(place -> child(run, place, "each", "each." + place, PermissionMode.DEFAULT))
                .toArray(NewChild[]::new);

        StoredRun caller = committed(run, calls(run, null, 1_001, children));

        assertThat(caller.stopReason()).isEqualTo(new StopReason.Called(List.of("each"), 1_000));
        CallProgress progress = callStore().progress(caller.runNumber(), 2, true, 1_000);
        assertThat(progress.size()).isEqualTo(1_000);
        assertThat(progress.children())
                .extracting(child -> Objects.requireNonNull(child.calledBy()).place())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 1_000).boxed().toList());
        assertThat(callStore().family(KEY, 2_000)).hasSize(1_001);
        command(KEY, CANCEL);
        assertThat(callStore().progress(caller.runNumber(), 2, true, 1).ended()).isEqualTo(1_000);
    }

    @Test
    @Tag("L5")
    default void C2_the_limit_of_a_queue_neither_counts_nor_refuses_children() {
        called("first", "second");
        NewRun own =
                newRun(key("own"), GRAPH + "/first", Retention.KEEP_OUTCOME, null, DRAFT, STATE, null, null, Map.of());

        assertThat(store().queue().enqueue(own, new QueueRequest(1, null, null)))
                .isTrue();
    }

    // The barrier

    @Test
    default void C3_the_last_end_wakes_the_caller_however_a_child_ends() {
        StoredRun caller = called(started(), Due.in(HOUR), "first", "second", "third", "fourth");
        ended(caller, "first", COMPLETED);
        StoredRun asking = asking(caller, "second");
        store().runs().end(asking, failure(ErrorCode.DEADLINE_EXCEEDED, "late"), List.of(EVENT));
        command(childOf(caller, "third").key(), CANCEL);
        assertThat(found(caller)).isEqualTo(caller);
        assertThat(claimed(GRAPH)).isEmpty();
        StoredRun executed = executed(caller, "fourth");
        command(executed.key(), CANCEL);
        assertThat(found(caller)).isEqualTo(caller);

        released(executed);

        assertJoined(caller);
        assertThat(claimed(GRAPH)).containsExactly(KEY);
        assertThat(callStore().ends(caller.runNumber(), 2))
                .extracting(ChildEnd::place, end -> end.reason().status())
                .containsExactly(
                        tuple(1, Status.COMPLETED),
                        tuple(2, Status.FAILED),
                        tuple(3, Status.CANCELLED),
                        tuple(4, Status.CANCELLED));
    }

    @Test
    default void C3_an_end_that_is_sent_again_is_counted_once() {
        StoredRun caller = called("first", "second");
        StoredRun first = executed(caller, "first");
        assertStored(first, rests(first, COMPLETED));
        assertStored(first, rests(first, COMPLETED));
        command(first.key(), CANCEL);
        store().runs().release(first.lease(LEASE));

        assertThat(found(caller)).isEqualTo(caller);
        ended(caller, "second", COMPLETED);
        assertJoined(caller);
    }

    @Test
    default void C3_last_ends_at_the_same_moment_wake_the_caller_once() throws Exception {
        for (int round = 1; round <= 5; round++) {
            StoredRun caller = called(started(key("race-" + round)), "first", "second", "third");
            List<StoredRun> children =
                    List.of(executed(caller, "first"), executed(caller, "second"), executed(caller, "third"));

            Race.of(3, racer -> {
                StoredRun child = children.get(racer);
                return store().runs().commit(child.lease(LEASE), rests(child, COMPLETED));
            });

            assertJoined(caller);
        }
    }

    @Test
    default void C3_an_end_changes_no_caller_that_does_not_wait_for_it() {
        StoredRun caller = called("first");
        StoredRun first = executed(caller, "first");
        StoredRun cancelled = command(KEY, CANCEL);
        assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);

        released(first);

        assertThat(found(caller)).isEqualTo(cancelled);
    }

    @Test
    @Tag("L1")
    default void C3_the_claim_of_a_caller_comes_at_once_whatever_the_wall_clock_does() {
        StoredRun ahead = called(started(), Due.in(HOUR), "first");
        StoredRun behind = called(started(key("behind")), "first");
        setWallClock(HOUR.dividedBy(2));
        ended(ahead, "first", COMPLETED);
        assertThat(claimed(GRAPH)).containsExactly(KEY);
        setWallClock(HOUR.negated());
        ended(behind, "first", COMPLETED);

        assertThat(claimed(GRAPH)).containsExactly(behind.key());
    }

    @Test
    @Tag("C4")
    default void C4_a_caller_goes_on_at_the_step_that_takes_the_results() {
        StoredRun caller = called("first");
        ended(caller, "first", COMPLETED);
        StoredRun queued = found(caller);
        assertThrown(IllegalArgumentException.class, () -> acquire(queued, BOB));

        StoredRun going = present(joined(caller));

        assertThat(going.checkpoint()).isEqualTo(at("write", 3));
        assertThat(going.fencingToken()).isEqualTo(caller.fencingToken() + 1);
        assertThat(going.stopReason()).isNull();
        StoredRun again = called(going, "first");
        assertThat(childOf(again, "first").key())
                .isNotEqualTo(childOf(caller, "first").key());
        assertThat(callStore().ends(again.runNumber(), again.checkpoint().visit()))
                .isEmpty();
        ended(again, "first", COMPLETED);
        assertJoined(again);
    }

    // What is left of a call

    @Test
    default void the_ends_of_a_call_come_by_place_and_without_traces() {
        StoredRun caller = called("first", "second", "third");
        ended(caller, "third", COMPLETED);
        StopReason.Failed failed = failure(ErrorCode.STEP_FAILED, "ä€😀");
        ended(caller, "first", failed);

        StopReason withoutTrace = new StopReason.Failed(failed.failure());
        assertThat(callStore().ends(caller.runNumber(), 2))
                .containsExactly(
                        new ChildEnd(childOf(caller, "first").key().id(), 1, withoutTrace),
                        new ChildEnd(childOf(caller, "third").key().id(), 3, COMPLETED));
        long least = bytes(withoutTrace) + bytes(COMPLETED);
        assertThat(callStore().sizeOfEnds(caller.runNumber(), 2)).isBetween(least, least + 50);
        assertThat(callStore().sizeOfEnds(caller.runNumber(), 3)).isZero();
        assertThat(callStore().ends(caller.runNumber() + 100, 2)).isEmpty();
    }

    private static long bytes(StopReason reason) {
        return Objects.requireNonNull(reason.json()).size();
    }

    @Test
    default void the_progress_of_a_call_names_those_that_wait_or_have_failed() {
        StoredRun caller = called("first", "second", "third", "fourth", "fifth");
        ended(caller, "first", COMPLETED);
        StoredRun asking = asking(caller, "second");
        StoredRun failed = ended(caller, "fourth", FAILED);
        executed(caller, "fifth");

        CallProgress some = callStore().progress(caller.runNumber(), 2, false, 10);

        assertThat(some.size()).isEqualTo(5);
        assertThat(some.ended()).isEqualTo(2);
        assertThat(some.children()).extracting(StoredRun::key).containsExactly(asking.key(), failed.key());
        assertThat(some.children()).allMatch(child -> child.state() == null && child.start() == null);
        assertThat(some.children().get(0).stopReason()).isEqualTo(question());
        assertThat(callStore().progress(caller.runNumber(), 2, false, 1).children())
                .hasSize(1);
        assertThat(callStore().progress(caller.runNumber(), 2, true, 10).children())
                .extracting(StoredRun::status)
                .containsExactly(Status.COMPLETED, Status.WAITING, Status.QUEUED, Status.FAILED, Status.RUNNING);
        assertThat(callStore().progress(caller.runNumber(), 9, true, 10)).isEqualTo(new CallProgress(0, 0, List.of()));
    }

    @Test
    @Tag("C6")
    default void C6_a_family_rests_when_somebody_waits_and_nobody_works() {
        StoredRun top = called("first", "second");
        assertThat(callStore().isResting(top.runNumber())).as("queued").isFalse();
        StoredRun first = executed(top, "first");
        ended(top, "second", COMPLETED);
        assertThat(callStore().isResting(top.runNumber())).as("executed").isFalse();
        StoredRun middle = called(first, "third");
        StoredRun third = executed(middle, "third");
        committed(third, rests(third, new StopReason.Delayed(), HOUR));
        assertThat(callStore().isResting(top.runNumber()))
                .as("queued for a later attempt")
                .isFalse();
        command(third.key(), CANCEL);
        assertThat(callStore().isResting(top.runNumber())).as("joined").isFalse();
        command(KEY, CANCEL);
        assertThat(callStore().isResting(top.runNumber())).as("ended").isFalse();
    }

    @Test
    @Tag("C6")
    default void C6_a_family_rests_while_it_waits_for_a_person_a_mode_an_effect_or_a_time() {
        StoredRun top = called(started(), Due.in(HOUR), "middle", "parked", "doubtful", "waits", "listens");
        StoredRun middle = calling(top, "middle", "asks");
        StoredRun parked = ended(top, "parked", new StopReason.Parked("mode", PermissionMode.ACCEPT_EDITS));
        ended(top, "doubtful", PARKED);
        StoredRun waits = executed(top, "waits");
        committed(waits, rests(waits, new StopReason.Waits(), HOUR));
        ended(top, "listens", new StopReason.Listens());
        StoredRun asks = executed(middle, "asks");
        StoredRun asking = committed(asks, rests(asks, question(), BRIEF));
        assertThat(callStore().isResting(top.runNumber())).isTrue();
        assertThat(callStore().isResting(middle.runNumber())).isTrue();
        assertThat(callStore().isResting(asking.runNumber())).as("of no call").isFalse();

        store().runs().command(KEY, new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "dave"));
        assertThat(found(parked).mode()).as("the limit of the call").isEqualTo(PermissionMode.DEFAULT);
        assertThat(callStore().isResting(top.runNumber())).isTrue();
        pass(BRIEF.multipliedBy(2));
        assertThat(callStore().isResting(top.runNumber()))
                .as("the time for an answer is over")
                .isFalse();
    }

    @Test
    @Tag("C6")
    default void C6_a_family_with_a_call_whose_time_is_over_does_not_rest() {
        StoredRun top = called("first");
        StoredRun middle = called(executed(top, "first"), Due.in(BRIEF), "second");
        asking(middle, "second");
        pass(BRIEF.multipliedBy(2));

        assertThat(callStore().isResting(top.runNumber())).isFalse();
        assertThat(callStore().isResting(middle.runNumber())).as("below it").isTrue();
    }

    @Test
    default void callers_and_families_are_told() {
        StoredRun top = called("first", "second");
        StoredRun middle = calling(top, "first", "third");
        StoredRun third = ended(middle, "third", COMPLETED);
        StoredRun second = childOf(top, "second");

        assertThat(callStore().callers(third.key())).containsExactly(middle.key(), KEY);
        assertThat(callStore().callers(KEY)).isEmpty();
        assertThat(callStore().callers(key("none"))).isEmpty();
        List<FamilyMember> family = callStore().family(KEY, 10);
        assertThat(family)
                .extracting(member -> member.run().id(), FamilyMember::caller, FamilyMember::place)
                .containsExactly(
                        tuple(KEY.id(), null, 0),
                        tuple(middle.key().id(), KEY.id(), 1),
                        tuple(second.key().id(), KEY.id(), 2),
                        tuple(third.key().id(), middle.key().id(), 1));
        assertThat(family).extracting(member -> member.endedAt() != null).containsExactly(false, false, false, true);
        assertThat(family.get(0).run().status()).isEqualTo(Status.WAITING);
        assertThat(callStore().family(middle.key(), 10))
                .extracting(member -> member.run().id())
                .containsExactly(middle.key().id(), third.key().id());
        assertThat(callStore().family(KEY, 2)).hasSize(2);
        assertThat(callStore().family(key("none"), 2)).isEmpty();
        assertThat(callStore().family(new RunKey("other", KEY.id()), 2)).isEmpty();
    }

    // Claims and lists

    @Test
    @Tag("C7")
    default void C7_a_claim_may_be_for_one_family() {
        StoredRun top = called("first");
        StoredRun middle = calling(top, "first", "second");
        StoredRun second = childOf(middle, "second");
        StoredRun other = called(started(key("other")), "first");
        String graph = second.graph();

        assertThat(claimed(GRAPH + "/first", top.runNumber(), 5)).isEmpty();
        assertThat(claimed(graph, other.runNumber(), 5)).isEmpty();
        assertThat(claimed(graph, top.runNumber(), 5)).containsExactly(second.key());
        ended(second, COMPLETED);
        assertThat(claimed(GRAPH + "/first", top.runNumber(), 5)).containsExactly(middle.key());
        ended(other, "first", COMPLETED);
        assertThat(claimed(GRAPH, other.runNumber(), 5))
                .as("the top itself is no descendant")
                .isEmpty();
    }

    @Test
    @Tag("L5")
    default void L5_a_namespace_with_many_children_leaves_another_its_share() {
        StoredRun run = started();
        committed(
                run,
                calls(
                        run,
                        null,
                        100,
                        IntStream.rangeClosed(1, 50)
                                .mapToObj(place -> child(run, place, "each", "each." + place, PermissionMode.DEFAULT))
                                .toArray(NewChild[]::new)));
        RunKey elsewhere = new RunKey("other", "essay-1");
        NewRun there =
                newRun(elsewhere, GRAPH + "/each", Retention.KEEP_OUTCOME, null, DRAFT, STATE, null, null, Map.of());
        store().queue().enqueue(there, new QueueRequest(null, null, null));

        assertThat(claimed(GRAPH + "/each", null, 10)).contains(elsewhere);
    }

    @Test
    @Tag("L8")
    default void L8_lists_leave_children_out_and_the_inbox_has_their_questions() {
        StoredRun caller = called("first", "second");
        StoredRun asking = asking(caller, "first");
        StoredRun second = childOf(caller, "second");

        assertThat(listed(RunQuery.ALL)).containsExactly(KEY.id());
        assertThat(listed(RunQuery.ALL.orderBy(RunQuery.Order.STARTED))).containsExactly(KEY.id());
        assertThat(listed(RunQuery.ALL.graph(GRAPH + "/first"))).isEmpty();
        assertThat(listed(RunQuery.ALL.status(Status.WAITING).withChildren()))
                .containsExactlyInAnyOrder(KEY.id(), asking.key().id());
        assertThat(listed(RunQuery.ALL.orderBy(RunQuery.Order.STARTED).withChildren()))
                .containsExactly(second.key().id(), asking.key().id(), KEY.id());
        assertThat(listed(RunQuery.ALL.graph(GRAPH + "/second").withChildren()))
                .containsExactly(second.key().id());
        assertThat(store().lists().count("default", Status.WAITING)).isEqualTo(1);
        assertThat(store().lists().count("default", Status.QUEUED)).isZero();
        assertThat(store().lists().questions("default", null, 10).questions())
                .extracting(OpenQuestion::run)
                .extracting(ListedRun::id)
                .containsExactly(asking.key().id());
        assertThat(store().lists().load("default").runs())
                .containsExactlyInAnyOrder(
                        new StoreLoad.RunCount(GRAPH, Status.WAITING, 1),
                        new StoreLoad.RunCount(GRAPH + "/first", Status.WAITING, 1),
                        new StoreLoad.RunCount(GRAPH + "/second", Status.QUEUED, 1));
    }

    @Test
    @Tag("L8")
    default void L8_calls_whose_time_is_over_for_more_than_a_minute_are_counted() {
        called(started(), Due.in(Duration.ofMinutes(1)), "first");
        called(started(key("patient")), "first");
        setWallClock(Duration.ofMinutes(3));

        assertThat(store().lists().load("default").pastDue()).isEqualTo(1);
    }

    @Test
    @Tag("I3")
    default void C6_each_child_has_a_ticket_of_its_own() {
        StoredRun caller = called("first", "second");
        StoredRun first = asking(caller, "first");
        StoredRun second = asking(caller, "second");

        answered(second, "\"yes\"");

        assertThat(found(first)).isEqualTo(first);
        assertThat(found(caller)).isEqualTo(caller);
        assertThat(answer(answerTo(first, "\"no\""), BOB)).isNotNull();
    }

    // Commands

    @Test
    default void C8_a_cancel_ends_the_whole_family_in_one_transaction_or_asks_its_owners() {
        StoredRun top = called("first", "second", "third", "fourth");
        StoredRun middle = calling(top, "first", "deep");
        StoredRun deep = executed(middle, "deep");
        StoredRun asking = asking(top, "second");
        StoredRun completed = ended(top, "third", COMPLETED);
        StoredRun queued = childOf(top, "fourth");

        StoredRun cancelled = command(KEY, CANCEL);

        assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
        assertThat(cancelled.revision()).isEqualTo(top.revision());
        for (StoredRun run : List.of(middle, asking, queued)) {
            assertThat(found(run).stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
            assertThat(found(run).state()).isNull();
        }
        assertThat(found(completed)).isEqualTo(completed);
        StoredRun asked = found(deep);
        assertThat(asked.status()).isEqualTo(Status.RUNNING);
        assertThat(asked.cancelRequestedBy()).isEqualTo("dave");
        assertThat(store().runs().commit(deep.lease(LEASE), rests(deep, COMPLETED)))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);
        ended(asked, new StopReason.Cancelled("dave"));
        for (StoredRun run : List.of(top, middle, asking, queued)) {
            assertThat(events(run, "cancelled")).as(run.key().id()).isEqualTo(1);
            assertThat(log(run.key(), 0, 100).isComplete()).isTrue();
        }
        assertThat(command(KEY, CANCEL)).isEqualTo(cancelled);
    }

    @Test
    default void C8_a_cancel_of_a_child_is_its_end_and_leaves_its_siblings_alone() {
        StoredRun caller = called("first", "second");
        StoredRun second = asking(caller, "second");

        command(childOf(caller, "first").key(), CANCEL);

        assertThat(found(second)).isEqualTo(second);
        assertThat(found(caller)).isEqualTo(caller);
        command(second.key(), CANCEL);
        assertJoined(caller);
    }

    @Test
    default void C8_a_cancel_for_some_statuses_leaves_a_family_alone_whose_top_has_another() {
        StoredRun caller = called("first");
        StoredRun first = childOf(caller, "first");

        assertThat(command(KEY, new RunCommand.Cancel("dave", Set.of(Status.QUEUED))))
                .isEqualTo(caller);

        assertThat(found(first)).isEqualTo(first);
    }

    @Test
    default void C8_labels_are_those_of_the_run_alone() {
        StoredRun caller = called("first");
        StoredRun first = childOf(caller, "first");

        store().runs().command(KEY, new RunCommand.SetLabels(Map.of("team", "ops"), "dave"));

        assertThat(found(first)).isEqualTo(first);
    }

    @Test
    default void C8_a_cancel_beside_other_writes_of_the_family_ends_each_member_once() throws Exception {
        for (int round = 1; round <= 5; round++) {
            StoredRun top = called(started(key("race-" + round)), "ends", "calls", "asks", "last");
            StoredRun ends = executed(top, "ends");
            StoredRun calls = executed(top, "calls");
            StoredRun asks = asking(top, "asks");
            ended(top, "last", COMPLETED);
            Commit call = calls(calls, null, 10, child(calls, 1, "deep", PermissionMode.DEFAULT));

            Race.of(4, racer -> switch (racer) {
                case 0 -> store().runs().command(top.key(), CANCEL);
                case 1 -> store().runs().commit(ends.lease(LEASE), rests(ends, COMPLETED));
                case 2 -> store().runs().commit(calls.lease(LEASE), call);
                default -> answerOrNull(asks);
            });

            assertThat(found(top).status()).isEqualTo(Status.CANCELLED);
            for (FamilyMember member : callStore().family(top.key(), 10)) {
                StoredRun run = present(find(key(member.run().id())));
                StoredRun end = run.status() == Status.RUNNING ? released(run) : run;
                assertThat(end.status().isEnd()).as(member.run().id()).isTrue();
                assertThat(events(end, "cancelled")).isEqualTo(end.status() == Status.CANCELLED ? 1 : 0);
            }
            assertThat(callStore().progress(top.runNumber(), 2, true, 0).ended())
                    .isEqualTo(4);
        }
    }

    private @Nullable StoredRun answerOrNull(StoredRun asking) {
        try {
            return answer(answerTo(asking, "\"yes\""), BOB);
        } catch (StaleAnswerException cancelled) {
            return null;
        }
    }

    @Test
    @Tag("M1")
    default void C8_a_mode_is_that_of_the_whole_family_within_the_limit_of_each_call() {
        StoredRun run = started();
        command(KEY, new RunCommand.SetMode(PermissionMode.BYPASS_PERMISSIONS, "dave"));
        StoredRun top = committed(
                found(run),
                calls(
                        found(run),
                        null,
                        10,
                        child(run, 1, "low", PermissionMode.PLAN),
                        child(run, 2, "high", PermissionMode.BYPASS_PERMISSIONS),
                        child(run, 3, "done", PermissionMode.DEFAULT)));
        StoredRun done = ended(top, "done", COMPLETED);
        StoredRun high = executed(top, "high");
        StoredRun middle = committed(high, calls(high, null, 10, child(high, 1, "deep", PermissionMode.ACCEPT_EDITS)));
        StoredRun deep = childOf(middle, "deep");
        assertThat(deep.mode()).isEqualTo(PermissionMode.ACCEPT_EDITS);

        command(KEY, new RunCommand.SetMode(PermissionMode.DEFAULT, "erin"));
        assertThat(childOf(top, "low").mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(found(middle).mode()).isEqualTo(PermissionMode.DEFAULT);
        assertThat(found(deep).mode()).isEqualTo(PermissionMode.DEFAULT);
        assertThat(events(deep, "mode-changed")).isEqualTo(1);
        assertThat(found(deep).commandVersion()).isEqualTo(1);
        assertThat(found(done)).isEqualTo(done);

        command(KEY, new RunCommand.SetMode(PermissionMode.BYPASS_PERMISSIONS, "erin"));
        assertThat(childOf(top, "low").mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(found(middle).mode()).isEqualTo(PermissionMode.BYPASS_PERMISSIONS);
        assertThat(found(deep).mode()).isEqualTo(PermissionMode.ACCEPT_EDITS);
    }

    @Test
    @Tag("M1")
    default void C8_the_mode_of_a_child_is_at_most_its_callers_and_the_answer_tells_it() {
        StoredRun caller = called("first");
        RunKey first = childOf(caller, "first").key();
        RunHeader raised =
                store().runs().command(first, new RunCommand.SetMode(PermissionMode.BYPASS_PERMISSIONS, "dave"));
        assertThat(raised.mode()).isEqualTo(PermissionMode.DEFAULT);

        command(KEY, PLAN);
        RunHeader limited = store().runs().command(first, new RunCommand.SetMode(PermissionMode.DEFAULT, "dave"));

        assertThat(limited.mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(found(caller).mode()).isEqualTo(PermissionMode.PLAN);
    }

    // Time

    @Test
    default void C9_descendants_are_stopped_and_the_last_end_wakes_the_caller() {
        StoredRun top = called(present(start(newRun(KEY, null, HOUR), ANN)), Due.in(BRIEF), "first", "second", "third");
        StoredRun completed = ended(top, "first", COMPLETED);
        StoredRun asking = asking(top, "second");
        StoredRun middle = calling(top, "third", "deep");
        StoredRun deep = executed(middle, "deep");
        pass(BRIEF.multipliedBy(2));
        StoredRun seen = present(store().runs().find(KEY));
        assertThat(seen.isDue()).isTrue();

        assertThat(store().runs().stopCalled(seen, STOP)).containsExactly(deep.key());

        StoredRun stopped = found(asking);
        assertThat(stopped.status()).isEqualTo(Status.FAILED);
        assertThat(((StopReason.Failed) Objects.requireNonNull(stopped.stopReason())).code())
                .isEqualTo("CALL_TIMED_OUT");
        assertThat(stopped.state()).isEqualTo(STATE);
        assertThat(events(stopped, "failed")).isEqualTo(1);
        assertThat(found(completed)).isEqualTo(completed);
        assertThat(found(middle).stopReason()).isEqualTo(middle.stopReason());
        assertThat(found(middle).stopAs()).isNotNull();
        StoredRun waiting = found(top);
        assertThat(waiting.stopReason()).as("beside a run that is executed").isEqualTo(top.stopReason());
        assertThat(found(deep).stopAs()).isNotNull();
        assertThat(Objects.requireNonNull(store().runs().summary(deep.key())).stopAs())
                .isEqualTo(found(deep).stopAs());
        assertThat(store().runs().commit(deep.lease(LEASE), rests(deep, COMPLETED)))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);

        released(deep);
        assertJoined(middle);
        store().runs().end(found(middle), FAILED, List.of(EVENT));
        assertJoined(waiting);
    }

    @Test
    default void C9_a_caller_below_is_woken_at_once_if_nobody_below_it_is_executed() {
        StoredRun top = called(started(), Due.in(BRIEF), "first");
        StoredRun middle = calling(top, "first", "deep");
        asking(middle, "deep");
        pass(BRIEF.multipliedBy(2));

        assertThat(store().runs().stopCalled(present(store().runs().find(KEY)), STOP))
                .isEmpty();

        assertJoined(middle);
        assertThat(claimed(found(middle).graph())).containsExactly(middle.key());
    }

    @Test
    default void C9_a_child_that_is_executed_is_stopped_by_its_owner() {
        StoredRun caller = called(started(), Due.in(BRIEF), "first", "second");
        assertThrown(IllegalArgumentException.class, () -> store().runs().end(caller, FAILED, List.of(EVENT)));
        StoredRun first = executed(caller, "first");
        StoredRun second = executed(caller, "second");
        pass(BRIEF.multipliedBy(2));
        assertThat(store().runs().stopCalled(caller, STOP)).containsExactlyInAnyOrder(first.key(), second.key());
        StoredRun waiting = found(caller);
        assertThat(waiting.stopReason()).isEqualTo(caller.stopReason());
        assertThat(waiting.dueAt()).isNull();
        assertThat(waiting.revision()).isEqualTo(caller.revision());
        assertThat(claimed(GRAPH)).as("nobody looks at the time again").isEmpty();
        Json failure = Objects.requireNonNull(found(first).stopAs());

        StoredRun stopped = released(first);

        assertThat(stopped.stopReason()).isEqualTo(new StopReason.Failed(failure));
        assertThat(stopped.stopAs()).isNull();
        assertThat(stopped.state()).isEqualTo(STATE);
        assertThat(events(stopped, "failed")).isEqualTo(1);
        assertThat(found(caller)).isEqualTo(waiting);
        ended(found(second), new StopReason.Failed(failure));
        assertJoined(waiting);
    }

    @Test
    default void C9_nobody_is_stopped_by_a_caller_that_has_changed() {
        StoredRun caller = called(started(), Due.in(BRIEF), "first");
        ended(caller, "first", COMPLETED);
        StoredRun joined = found(caller);

        assertThat(store().runs().stopCalled(caller, STOP)).isNull();
        assertThat(store().runs().stopCalled(joined, STOP)).isNull();

        assertThat(found(caller)).isEqualTo(joined);
    }

    // Retry

    @Test
    @Tag("R7")
    default void C10_a_retry_of_a_caller_opens_those_that_have_failed() {
        StoredRun caller = called("first", "second", "third", "fourth");
        StoredRun completed = ended(caller, "first", COMPLETED);
        StoredRun failed = ended(caller, "second", FAILED);
        StoredRun cancelled = command(childOf(caller, "third").key(), CANCEL);
        StoredRun other = ended(caller, "fourth", FAILED);
        store().runs().end(found(caller), FAILED, List.of(EVENT));
        command(KEY, PLAN);
        StoredRun before = found(caller);

        assertThat(retried(before, Due.in(HOUR))).isTrue();

        StoredRun waiting = found(caller);
        assertThat(waiting.stopReason()).isEqualTo(caller.stopReason());
        assertThat(waiting.fencingToken()).isEqualTo(before.fencingToken() + 1);
        assertThat(waiting.revision()).isEqualTo(before.revision() + 1);
        assertThat(waiting.dueAt()).isNotNull();
        assertThat(waiting.lastEvent()).isEqualTo(before.lastEvent() + 1);
        assertThat(found(completed)).isEqualTo(completed);
        assertThat(found(cancelled)).isEqualTo(cancelled);
        for (StoredRun run : List.of(failed, other)) {
            StoredRun opened = found(run);
            assertThat(opened.status()).isEqualTo(Status.QUEUED);
            assertThat(opened.mode()).isEqualTo(PermissionMode.PLAN);
            assertThat(opened.fencingToken()).isEqualTo(run.fencingToken() + 1);
            assertThat(opened.revision()).isEqualTo(run.revision() + 1);
            assertThat(opened.checkpoint())
                    .isEqualTo(run.checkpoint().again(1, 0, run.checkpoint().visit()));
            assertThat(events(opened, "reopened")).isEqualTo(1);
        }
        ended(caller, "second", COMPLETED);
        assertThat(found(caller)).isEqualTo(waiting);
        ended(caller, "fourth", COMPLETED);
        assertJoined(waiting);
    }

    @Test
    default void C10_a_retry_with_nobody_to_open_joins_at_once() {
        StoredRun caller = called("first");
        command(childOf(caller, "first").key(), CANCEL);
        store().runs().end(found(caller), FAILED, List.of(EVENT));

        assertThat(retried(found(caller), Due.in(HOUR))).isTrue();

        assertThat(found(caller).stopReason()).isEqualTo(new StopReason.Joined(List.of("first"), 1));
        assertThat(found(caller).dueAt()).isNull();
        assertThat(claimed(GRAPH)).containsExactly(KEY);
    }

    @Test
    default void C10_a_retry_reaches_those_that_have_failed_in_a_call_of_their_own() {
        StoredRun top = called("first");
        StoredRun middle = calling(top, "first", "second");
        StoredRun deep = ended(middle, "second", FAILED);
        store().runs().end(found(middle), FAILED, List.of(EVENT));
        store().runs().end(found(top), FAILED, List.of(EVENT));

        assertThat(retried(found(top), null)).isTrue();

        assertThat(found(middle).stopReason()).isEqualTo(middle.stopReason());
        assertThat(found(deep).status()).isEqualTo(Status.QUEUED);
        ended(found(deep), COMPLETED);
        assertThat(found(middle).status()).isEqualTo(Status.QUEUED);
        assertThat(found(top).stopReason()).isEqualTo(top.stopReason());
    }

    @Test
    default void C10_a_caller_that_has_called_nobody_in_the_visit_that_failed_is_opened_like_any_run() {
        StoredRun run = started();
        StoredRun failed = committed(run, rests(run, at("gather", 2), FAILED, null));
        assertThat(retried(failed, Due.in(HOUR))).isTrue();
        assertThat(found(failed).status()).isEqualTo(Status.QUEUED);
        assertThat(found(failed).stopReason()).isNull();

        StoredRun caller = called(started(key("later")), "first");
        StoredRun first = ended(caller, "first", FAILED);
        StoredRun next = present(joined(caller));
        StoredRun later = committed(next, rests(next, next.checkpoint(), FAILED, null));
        assertThat(retried(later, null)).isTrue();

        assertThat(found(later).status()).isEqualTo(Status.QUEUED);
        assertThat(found(first)).isEqualTo(first);
    }

    @Test
    default void C10_a_child_is_opened_while_its_call_is_open_and_counts_again() {
        StoredRun caller = called("first", "second");
        StoredRun first = ended(caller, "first", FAILED);
        assertThrown(IllegalArgumentException.class, () -> acquire(first, BOB));

        assertThat(retried(first, null)).isTrue();

        ended(caller, "second", COMPLETED);
        assertThat(found(caller)).isEqualTo(caller);
        StoredRun again = ended(caller, "first", FAILED);
        assertJoined(caller);
        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS,
                () -> retried(again, null),
                again.key().id(),
                "'" + KEY.id() + "'");
        assertThat(found(again)).isEqualTo(again);
    }

    @Test
    default void C10_a_child_is_not_opened_below_a_caller_that_has_ended() {
        StoredRun caller = called("first", "second");
        StoredRun first = ended(caller, "first", FAILED);
        StoredRun second = executed(caller, "second");
        command(KEY, CANCEL);

        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS,
                () -> retried(first, null),
                first.key().id(),
                "'" + KEY.id() + "'");

        assertThat(found(first)).isEqualTo(first);
        assertThat(released(second).status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    default void C10_a_child_is_not_opened_after_the_time_of_its_call() {
        StoredRun caller = called(started(), Due.in(BRIEF), "first", "second");
        asking(caller, "first");
        StoredRun second = executed(caller, "second");
        pass(BRIEF.multipliedBy(2));
        store().runs().stopCalled(caller, STOP);
        StoredRun stopped = childOf(caller, "first");

        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS,
                () -> retried(stopped, null),
                stopped.key().id());

        assertThat(found(stopped)).isEqualTo(stopped);
        released(second);
        assertJoined(caller);
    }

    // Removal

    @Test
    default void C11_a_family_is_removed_as_a_whole_once_all_have_ended_without_doubt() {
        StoredRun top = called("first", "second");
        StoredRun middle = calling(top, "first", "deep");
        StoredRun deep = executed(middle, "deep");
        store().effects().begin(deep.lease(LEASE), effectCall(ORDER, 1, false, true));
        ended(top, "second", COMPLETED);
        command(KEY, CANCEL);
        List<StoredRun> family = List.of(top, middle, deep, childOf(top, "second"));

        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS,
                () -> store().removals().delete(KEY),
                deep.key().id());
        assertThat(pruned("default", Instant.MAX, 10)).as("one is executed").isZero();
        released(deep);
        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS,
                () -> store().removals().delete(KEY),
                deep.key().id());
        assertThat(pruned("default", Instant.MAX, 10))
                .as("one has an effect in doubt")
                .isZero();
        for (StoredRun child : family.subList(1, 4)) {
            assertThrown(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    () -> store().removals().delete(child.key()),
                    child.key().id());
        }
        store().effects()
                .resolve(deep.key(), new EffectResolution(deep.runNumber(), ORDER, true, Json.of("1"), "erin"));
        pass(Duration.ofMillis(5));
        assertThat(pruned("default", Instant.MAX, 10)).isEqualTo(1);

        for (StoredRun run : family) {
            assertThat(find(run.key())).isNull();
            assertThat(store().log().events(run.key(), 0, 5)).isNull();
            assertThat(store().effects().find(run.key())).isEmpty();
        }
        assertThat(callStore().progress(top.runNumber(), 2, true, 5).size()).isZero();
        assertThat(started().lastEvent()).isEqualTo(1);
    }

    @Test
    default void C11_a_family_is_deleted_with_its_top() {
        StoredRun top = called("first");
        StoredRun first = ended(top, "first", COMPLETED);
        StoredRun going = present(joined(top));
        committed(going, rests(going, COMPLETED));

        assertThat(store().removals().delete(KEY)).isTrue();

        assertThat(find(first.key())).isNull();
        StoredRun again = called("first");
        assertThat(childOf(again, "first").runNumber()).isGreaterThan(first.runNumber());
        assertThat(childOf(again, "first").lastEvent()).isEqualTo(1);
    }

    @Test
    default void C11_a_limit_counts_families_and_children_are_never_pruned_alone() {
        for (String id : List.of("one", "two")) {
            StoredRun caller = called(started(key(id)), "first", "second");
            ended(caller, "first", COMPLETED);
            command(caller.key(), CANCEL);
        }
        StoredRun waiting = called("first", "second");
        StoredRun first = ended(waiting, "first", COMPLETED);
        pass(Duration.ofMillis(5));

        assertThat(pruned("default", Instant.MAX, 1)).isEqualTo(1);
        assertThat(pruned("default", Instant.MAX, 10)).isEqualTo(1);

        assertThat(listed(RunQuery.ALL.withChildren())).hasSize(3);
        assertThat(found(first)).isEqualTo(first);
    }

    @Test
    @Tag("S3")
    default void C11_a_marked_child_stays_until_its_family_goes() {
        StoredRun caller = called(startedToBeDeleted(null), "first", "second");
        StoredRun first = ended(caller, "first", COMPLETED);
        assertThat(first.isMarked()).isTrue();
        assertThat(store().removals().deleteMarked("default", Duration.ZERO, BOB, 10))
                .isZero();
        ended(caller, "second", COMPLETED);
        assertThat(store().removals().deleteMarked("default", Duration.ZERO, BOB, 10))
                .isZero();
        assertThat(callStore().ends(caller.runNumber(), 2)).hasSize(2);
        StoredRun going = present(joined(caller));
        committed(going, rests(going, COMPLETED));

        assertThat(store().removals().deleteMarked("default", Duration.ZERO, null, 10))
                .isEqualTo(1);

        assertThat(listed(RunQuery.ALL.withChildren())).isEmpty();
    }

    @Test
    default void C11_a_namespace_loses_whole_families() {
        called("first", "second");
        called(started(key("two")), "first");
        StoredRun elsewhere = called(started(new RunKey("other", "essay-1")), "first");

        assertThat(store().removals().deleteAll("default", 1)).isEqualTo(1);
        assertThat(store().removals().deleteAll("default", 5)).isEqualTo(1);
        assertThat(store().removals().deleteAll("default", 5)).isZero();

        assertThat(listed(RunQuery.ALL.withChildren())).isEmpty();
        assertThat(callStore().family(elsewhere.key(), 5)).hasSize(2);
    }
}
