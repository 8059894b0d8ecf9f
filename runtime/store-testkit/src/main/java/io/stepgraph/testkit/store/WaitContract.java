package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.QueueContract.claim;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that wait for a time. */
@Tag("Q1")
@Tag("L5")
@Tag("R8")
interface WaitContract extends StoreFixture {
    Duration WHILE = Duration.ofMillis(300);
    Duration AFTERWARDS = Duration.ofMillis(400);
    StepEntry NEXT = new StepEntry("remind", null, 3, 1, 0, 3, null);

    private StoredRun waiting(StoredRun run, Due due) {
        return committed(run, rests(run, new StopReason.Waits(), due));
    }

    private StoredRun waitingWithDeadline(Duration deadline, Duration wait) {
        StoredRun run = present(store().runs().start(newRun(KEY, null, deadline), new LeaseRequest(ANN, LEASE)));
        return waiting(run, Due.in(wait));
    }

    private @Nullable StoredRun goesOn(StoredRun waiting) {
        LeaseRequest lease = new LeaseRequest(BOB, LEASE);
        return store().runs().acquire(new AcquireRequest(waiting, lease, false, NEXT, List.of(EVENT)));
    }

    private List<RunKey> claimed() {
        return store().queue().claim(claim(9)).stream().map(ClaimedRun::key).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void Q1_a_wait_is_nobodys_and_enters_the_next_step_once_when_its_time_is_over(boolean isInstant) {
        StoredRun run = started();
        Instant end = present(store().runs().find(KEY)).readAt().plus(WHILE);

        StoredRun waiting = waiting(run, isInstant ? Due.at(end) : Due.in(WHILE));

        assertThat(waiting.status()).isEqualTo(Status.WAITING);
        assertThat(waiting.owner()).isNull();
        assertThat(waiting.dueAt()).isEqualTo(end);
        assertThat(store().log().questions(KEY)).isEmpty();
        assertThat(goesOn(waiting)).isNull();
        pass(AFTERWARDS);
        StoredRun next = present(goesOn(waiting));
        assertThat(next.status()).isEqualTo(Status.RUNNING);
        assertThat(next.owner()).isEqualTo(BOB);
        assertThat(next.checkpoint()).isEqualTo(NEXT);
        assertThat(next.state()).isEqualTo(STATE);
        assertThat(next.stopReason()).isNull();
        assertThat(next.dueAt()).isNull();
        assertThat(next.fencingToken()).isEqualTo(waiting.fencingToken() + 1);
        assertThat(next.lastEvent()).isEqualTo(waiting.lastEvent() + 1);
        assertThat(goesOn(waiting)).isNull();
    }

    @Test
    default void Q1_a_wait_is_claimed_when_its_time_is_over_and_a_claim_that_is_given_back_changes_nothing() {
        waiting(started(), Due.in(WHILE));
        assertThat(claimed()).isEmpty();
        store().queue().unclaim(List.of(KEY));
        assertThat(claimed()).isEmpty();
        pass(AFTERWARDS);

        assertThat(claimed()).containsExactly(KEY);
        assertThat(claimed()).isEmpty();
        store().queue().unclaim(List.of(KEY));
        assertThat(claimed()).containsExactly(KEY);
    }

    @Test
    default void Q1_a_wait_is_claimed_at_its_deadline_and_ended_there() {
        StoredRun waiting = waitingWithDeadline(WHILE, Duration.ofDays(30));
        assertThat(claimed()).isEmpty();
        pass(AFTERWARDS);

        assertThat(claimed()).containsExactly(KEY);
        StoredRun late = present(store().runs().find(KEY));
        assertThat(late.isOverdue()).isTrue();
        assertThat(late.isDue()).isFalse();
        assertThat(late.dueAt()).isEqualTo(waiting.dueAt());
        assertThat(goesOn(waiting)).isNull();
        store().queue().unclaim(List.of(KEY));
        assertThat(claimed()).containsExactly(KEY);
        assertThat(store().runs().end(late, FAILED, List.of(EVENT))).isTrue();
        assertThat(claimed()).isEmpty();
    }

    @Test
    default void Q1_a_wait_whose_deadline_is_later_is_claimed_at_its_end() {
        waitingWithDeadline(Duration.ofDays(30), WHILE);
        pass(AFTERWARDS);

        assertThat(claimed()).containsExactly(KEY);
    }

    @Test
    default void Q1_the_end_of_a_wait_may_be_any_that_Java_knows_and_is_never_too_early() {
        Instant past = waiting(started(key("past")), Due.at(Instant.MIN)).dueAt();
        Instant last = waiting(started(key("last")), Due.at(Instant.MAX)).dueAt();
        Instant between = Instant.parse("2040-01-01T00:00:00.000000001Z");

        assertThat(past).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(last).isEqualTo("9999-12-31T23:59:59.999Z");
        assertThat(waiting(started(), Due.at(between)).dueAt()).isEqualTo("2040-01-01T00:00:00.001Z");
        assertThat(claimed()).containsExactly(key("past"));
    }

    @Test
    default void Q1_a_wait_takes_no_place_in_a_queue_with_a_limit() {
        waiting(started(), Due.in(WHILE));
        pass(AFTERWARDS);

        assertThat(store().queue().enqueue(newRun(key("essay-2")), new QueueRequest(1, null, null)))
                .isTrue();
    }

    @Test
    default void Q1_a_list_tells_that_a_run_waits_for_a_time() {
        waiting(started(), Due.in(WHILE));

        assertThat(store().lists().runs("default", RunQuery.ALL).runs().get(0).waitsFor())
                .isEqualTo("the end of 'approve'");
        assertThat(store().lists().questions("default", null, 9).questions()).isEmpty();
    }
}
