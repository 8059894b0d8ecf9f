package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EffectContract.done;
import static io.stepgraph.testkit.store.EffectContract.stops;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.keyedCall;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The business keys of effects, under which several runs share one call. */
@Tag("E2")
@Tag("E4")
@Tag("E7")
@Tag("L7")
interface BusinessKeyContract extends EffectContract {
    private EffectRecord begins(StoredRun run, boolean isAgain) {
        return begun(run, keyedCall("{\"by\":\"" + run.key().id() + "\"}", isAgain, Duration.ofMinutes(1)));
    }

    /** A call whose time ends soon. */
    private void beginsBriefly(StoredRun run) {
        begun(run, keyedCall("{}", false, Duration.ofMillis(20)));
    }

    /** Whether the run may make the call. */
    private boolean mayCall(StoredRun run, boolean isAgain) {
        return begins(run, isAgain).isBegunBy(run.lease(LEASE), 1);
    }

    private EffectStatus status(RunKey key) {
        return store().effects().find(key).get(0).status();
    }

    @Test
    default void E2_another_run_with_a_business_key_gets_the_result_which_outlives_its_run() {
        StoredRun first = started();
        StoredRun second = another();
        assertThat(mayCall(first, false)).isTrue();
        ends(first, done(ORDER));

        EffectRecord found = begins(second, false);

        assertThat(found.status()).isEqualTo(EffectStatus.DONE);
        assertThat(found.isOfAnotherRun()).isTrue();
        assertThat(found.isKeyed()).isTrue();
        assertThat(found.result()).isEqualTo(RECEIPT);
        assertThat(found.request()).isEqualTo(Json.of("{\"by\":\"essay-1\"}"));
        assertThat(found.id()).isEqualTo(ORDER);
        assertThat(begins(second, true).status()).isEqualTo(EffectStatus.DONE);
        commits(first, stops(first, COMPLETED));
        store().removals().delete(KEY);
        assertThat(begins(started(key("third")), false).result()).isEqualTo(RECEIPT);
    }

    @Test
    @Tag("A5")
    default void A5_each_place_keeps_what_people_are_shown_of_it() {
        StoredRun second = another();

        assertThat(begins(started(), false).label()).isEqualTo("charge[the order]");
        assertThat(begins(second, false).label()).isEqualTo("charge[the order]");
        assertThat(store().effects().find(second.key()))
                .extracting(EffectRecord::item)
                .containsExactly("the order");
    }

    @Test
    default void E2_another_run_does_not_begin_a_call_while_one_may_be_in_progress_nor_if_its_run_has_ended() {
        StoredRun first = started();
        StoredRun second = another();
        EffectRecord begun = begins(first, false);

        assertInProgress(begins(second, false), EffectStatus.STARTED, begun);
        assertInProgress(begins(second, true), EffectStatus.STARTED, begun);
        assertThat(mayCall(first, false)).isTrue();

        commits(first, stops(first, FAILED));
        assertInProgress(begins(second, true), EffectStatus.IN_DOUBT, begun);
    }

    private static void assertInProgress(EffectRecord found, EffectStatus status, EffectRecord begun) {
        assertThat(found.status()).isEqualTo(status);
        assertThat(found.isOfAnotherRun()).isTrue();
        assertThat(found.callUntil()).isAfterOrEqualTo(begun.callUntil());
    }

    @Test
    default void E2_once_the_time_of_the_call_of_a_run_that_has_ended_is_over_another_may() {
        StoredRun first = started();
        StoredRun second = another();
        beginsBriefly(first);
        commits(first, stops(first, FAILED));
        pass(Duration.ofMillis(40));

        assertThat(mayCall(second, true)).isTrue();
    }

    @Test
    default void E2_another_run_may_make_the_call_once_its_time_is_over() {
        StoredRun first = started();
        StoredRun second = another();
        beginsBriefly(first);
        pass(Duration.ofMillis(40));
        assertThat(begins(second, false).isOfAnotherRun()).isTrue();

        EffectRecord moved = begins(second, true);

        assertThat(moved.isBegunBy(second.lease(LEASE), 1)).isTrue();
        assertThat(moved.request()).isEqualTo(Json.of("{}"));
        assertThat(begins(first, true).isOfAnotherRun()).isTrue();
        ends(second, done(ORDER));
        assertThat(begins(first, false).status()).isEqualTo(EffectStatus.DONE);
    }

    @Test
    default void E2_another_run_may_call_an_effect_that_was_not_performed() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        ends(first, new EffectEnd(ORDER, EffectStatus.FAILED, null));
        assertThat(begins(second, false).status()).isEqualTo(EffectStatus.FAILED);

        assertThat(mayCall(second, true)).isTrue();

        assertThat(mayCall(first, true)).isFalse();
    }

    @Test
    default void E2_a_business_key_belongs_to_its_namespace_and_name() {
        begins(started(), false);

        assertThat(mayCall(started(new RunKey("elsewhere", "essay-1")), false)).isTrue();
    }

    @Test
    default void E2_business_keys_are_pruned_once_their_calls_are_long_over() {
        StoredRun first = started();
        begun(first, keyedCall("{}", false, Duration.ofMillis(1)));
        pass(Duration.ofMillis(20));
        String namespace = KEY.namespace();

        assertThat(prunedKeys(namespace, Instant.MAX, 10)).isZero();
        ends(first, done(ORDER));
        assertThat(prunedKeys(namespace, Instant.EPOCH, 10)).isZero();
        assertThat(prunedKeys(namespace, Instant.MIN, 10)).isZero();
        assertThat(prunedKeys("elsewhere", Instant.MAX, 10)).isZero();
        assertThat(prunedKeys(namespace, Instant.MAX, 0)).isZero();
        assertThat(prunedKeys(namespace, Instant.MAX, 10)).isEqualTo(1);

        assertThat(mayCall(another(), false)).isTrue();
        assertThat(begins(first, false).status()).isEqualTo(EffectStatus.DONE);
        assertThatThrownBy(() -> prunedKeys(namespace, Instant.MAX, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private void deleteTenant() {
        assertThat(store().removals().deleteAll(KEY.namespace(), 10)).isEqualTo(1);
        assertThat(store().removals().deleteAll(KEY.namespace(), 10)).isZero();
    }

    @Test
    default void E2_the_business_keys_of_a_tenant_go_with_it() {
        StoredRun first = started();
        begins(first, false);
        ends(first, done(ORDER));
        deleteTenant();

        assertThat(mayCall(another(), false)).isTrue();
    }

    @Test
    default void E2_but_not_the_key_of_a_call_that_may_be_in_progress() {
        EffectRecord begun = begins(started(), false);
        deleteTenant();
        assertThat(prunedKeys(KEY.namespace(), Instant.MAX, 10)).isZero();

        EffectRecord found = begins(another(), true);

        assertInProgress(found, EffectStatus.STARTED, begun);
        assertThat(found.callUntil()).isEqualTo(begun.callUntil());
    }

    @Test
    default void E2_nor_if_the_run_was_cancelled_in_the_call() {
        StoredRun first = started();
        begins(first, false);
        commits(first, stops(first, new StopReason.Cancelled("ann")));
        deleteTenant();

        assertThat(begins(another(), true).status()).isEqualTo(EffectStatus.IN_DOUBT);
    }

    @Test
    default void E2_a_later_deletion_takes_the_key_once_the_time_of_the_call_is_over() {
        beginsBriefly(started());
        deleteTenant();
        pass(Duration.ofMillis(600));
        assertThat(prunedKeys(KEY.namespace(), Instant.MAX, 10))
                .as("within the margin")
                .isZero();
        pass(Duration.ofMillis(600));
        assertThat(store().removals().deleteAll(KEY.namespace(), 10)).isZero();

        assertThat(mayCall(another(), false)).isTrue();
    }

    @Test
    default void E4_a_decision_about_a_business_key_counts_for_all_its_runs() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        commits(first, rests(first, PARKED));
        assertThat(begins(second, false).status()).isEqualTo(EffectStatus.IN_DOUBT);
        commits(second, rests(second, PARKED));

        resolved(second, ORDER, RECEIPT, "ann");

        assertThat(status(KEY)).isEqualTo(EffectStatus.DONE);
        assertThat(status(OTHER)).isEqualTo(EffectStatus.DONE);
        assertThat(effect(ORDER).resolvedBy()).isEqualTo("ann");
        assertThat(decisions(KEY)).hasSize(1).isEqualTo(decisions(OTHER));
        assertThat(resolved(first, ORDER, null, "bob")).isNull();
    }

    @Test
    default void L7_a_decision_is_seen_by_a_run_that_is_about_to_park_for_it() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        commits(first, rests(first, PARKED));
        assertThat(begins(second, false).status()).isEqualTo(EffectStatus.IN_DOUBT);

        resolved(first, ORDER, RECEIPT, "ann");

        assertThat(status(OTHER)).isEqualTo(EffectStatus.DONE);
        assertThat(store().runs().commit(second.lease(LEASE), rests(second, PARKED)))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);
    }

    @Test
    default void E4_a_decision_also_counts_for_a_run_that_did_not_record_the_end_of_its_call() {
        StoredRun first = started();
        StoredRun second = another();
        beginsBriefly(first);
        begins(second, false);
        pass(Duration.ofMillis(40));
        commits(second, rests(second, PARKED));

        resolved(second, ORDER, null, "ann");

        assertThat(status(KEY)).isEqualTo(EffectStatus.FAILED);
        assertThat(effect(ORDER).resolvedBy()).isEqualTo("ann");
        assertThat(decisions(KEY)).hasSize(1).isEqualTo(decisions(OTHER));
        assertThat(mayCall(first, true)).isTrue();
    }

    @Test
    default void E7_a_run_that_only_waited_for_a_business_key_leaves_nothing_in_doubt() {
        StoredRun second = another();
        begins(started(), false);
        begins(second, false);

        commits(second, stops(second, FAILED));

        assertThat(status(OTHER)).isEqualTo(EffectStatus.STARTED);
        assertThat(status(KEY)).isEqualTo(EffectStatus.STARTED);
    }
}
