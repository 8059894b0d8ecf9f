package io.stepgraph.testkit;

import static io.stepgraph.testkit.StoreFixture.at;
import static io.stepgraph.testkit.StoreFixture.goesOn;
import static io.stepgraph.testkit.StoreFixture.newRun;
import static io.stepgraph.testkit.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.Retention;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Start;
import io.stepgraph.runtime.store.Status;
import io.stepgraph.runtime.store.ThreadKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is kept of a run after its end: the digest of its start and its outcome, or nothing at all. */
@Tag("L2")
@Tag("S3")
interface RetentionPromises extends StoreFixture {

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.RestPromises#everyRest")
    default void S3_only_a_run_that_can_go_on_keeps_what_it_was_started_with(Rest rest) {
        RunRecord run = rested(rest);

        boolean kept = rest.status() == Status.WAITING || rest.status() == Status.FAILED;
        assertThat(run.start()).isEqualTo(kept ? START : new Start(null, START.digest()));
        assertThat(run.retention()).isEqualTo(Retention.KEEP_OUTCOME);
    }

    @Test
    default void S3_a_run_that_is_cancelled_from_outside_drops_it_too() {
        rested(StoreFixture.question());

        assertThat(control(KEY, new Control.Cancel("dave")).start().document()).isNull();
        assertThat(Objects.requireNonNull(find(KEY)).start()).isEqualTo(START.withoutDocument());
    }

    @Test
    default void S3_a_run_that_is_cancelled_as_it_is_given_back_drops_it_too() {
        RunRecord run = started();
        control(KEY, new Control.Cancel("dave"));

        assertThat(released(run).start()).isEqualTo(START.withoutDocument());
    }

    @Test
    default void S3_a_run_whose_end_deletes_it_is_gone_with_all_that_belongs_to_it() {
        RunRecord run = startedToBeRemoved(null);
        RunRecord waiting = committed(run, rests(run, StoreFixture.question()));
        RunRecord going = answered(waiting, "\"yes\"");

        store().commit(going.lease(LEASE), rests(going, new Rest.Succeeded(Json.of("1"))));

        assertThat(run.retention()).isEqualTo(Retention.DELETE_ON_END);
        assertThat(find(KEY)).isNull();
        assertThat(store().standing(KEY)).isNull();
        assertThat(store().events(KEY, 0, 10)).isNull();
        assertThat(store().questions(KEY)).isEmpty();
        assertThatThrownBy(() -> store().control(KEY, new Control.Cancel("dave")))
                .isInstanceOf(RunNotFound.class);
    }

    @Test
    default void S3_the_same_id_then_starts_anew_under_another_number_and_the_old_owner_changes_nothing() {
        RunRecord first = startedToBeRemoved(null);
        store().commit(first.lease(LEASE), rests(first, new Rest.Succeeded(Json.of("1"))));

        RunRecord second = startedToBeRemoved(null);

        assertThat(second.incarnation()).isGreaterThan(first.incarnation());
        assertThat(second.lastEvent()).isEqualTo(1);
        assertThatThrownBy(() -> store().commit(first.lease(LEASE), goesOn(first, at("review", 2))))
                .isInstanceOf(LeaseLost.class);
        assertThatThrownBy(() -> store().commit(first.lease(LEASE), rests(first, new Rest.Succeeded(Json.of("1")))))
                .isInstanceOf(LeaseLost.class);
        assertThat(found(second)).isEqualTo(second);
    }

    @Test
    default void S3_until_its_end_it_is_a_run_like_any_other() {
        RunRecord run = startedToBeRemoved(null);

        RunRecord waiting = committed(run, rests(run, StoreFixture.question()));

        assertThat(waiting.status()).isEqualTo(Status.WAITING);
        assertThat(waiting.start()).isEqualTo(START);
    }

    @Test
    default void S3_a_run_that_failed_stays_since_it_can_be_retried() {
        RunRecord run = startedToBeRemoved(null);

        RunRecord failed = committed(run, rests(run, new Rest.Failed(Json.of("{}"))));

        assertThat(failed.status()).isEqualTo(Status.FAILED);
        RunRecord again = acquired(failed, BOB);
        store().commit(again.lease(LEASE), rests(again, new Rest.Succeeded(Json.of("1"))));
        assertThat(find(KEY)).isNull();
    }

    @Test
    default void S3_a_cancel_from_outside_deletes_it_at_rest_and_tells_that_there_is_none_any_more() {
        RunRecord run = startedToBeRemoved(null);
        committed(run, rests(run, StoreFixture.question()));

        assertThat(store().control(KEY, new Control.Cancel("dave"))).isNull();
        assertThat(find(KEY)).isNull();
    }

    @Test
    default void S3_a_cancel_leaves_one_that_is_executed_to_its_owner() {
        RunRecord run = startedToBeRemoved(null);

        assertThat(control(KEY, new Control.Cancel("dave")).status()).isEqualTo(Status.RUNNING);
        store().release(run.lease(LEASE));

        assertThat(find(KEY)).isNull();
    }

    @Test
    default void S3_an_end_in_the_place_of_an_owner_deletes_it_unless_it_failed() {
        RunRecord run = startedToBeRemoved(null);
        RunRecord waiting = committed(run, rests(run, StoreFixture.question()));
        assertThat(store().end(waiting, new Rest.Cancelled("dave"), List.of(EVENT)))
                .isTrue();
        assertThat(find(KEY)).isNull();

        RunRecord other = startedToBeRemoved(null);
        RunRecord late = committed(other, rests(other, StoreFixture.question()));
        assertThat(store().end(late, new Rest.Failed(Json.of("{}")), List.of(EVENT)))
                .isTrue();
        assertThat(found(late).status()).isEqualTo(Status.FAILED);
    }

    @Test
    default void A_limit_below_zero_is_a_mistake_and_zero_is_none() {
        RunRecord run = rested(new Rest.Succeeded(Json.of("1")));
        Instant later = Instant.parse("2100-01-01T00:00:00Z");

        assertThat(List.<ThrowingCallable>of(
                        () -> store().prune("default", later, -1),
                        () -> store().expired("default", -1),
                        () -> store().events(KEY, 0, -1)))
                .allSatisfy(call -> assertThatThrownBy(call)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("-1"));
        assertThat(store().prune("default", later, 0)).isZero();
        assertThat(store().expired("default", 0)).isEmpty();
        assertThat(Objects.requireNonNull(store().events(KEY, 0, 0)).batches()).isEmpty();
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L2_what_a_deleted_run_left_stays_in_its_thread() {
        RunRecord first = startedToBeRemoved("chat");
        store().commit(first.lease(LEASE), rests(first, new Rest.Succeeded(Json.of("1"))));
        assertThat(Objects.requireNonNull(store().thread(new ThreadKey("default", "chat")))
                        .state())
                .isEqualTo(STATE);

        RunRecord second = startedToBeRemoved("chat");
        committed(second, rests(second, StoreFixture.question()));
        store().control(KEY, new Control.Cancel("dave"));

        assertThat(Objects.requireNonNull(store().thread(new ThreadKey("default", "chat")))
                        .lastRun())
                .isEqualTo(second.incarnation());
        assertThat(start(newRun(KEY, "chat", null), ANN)).isNotNull();
    }
}
