package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.IllegalRunStatusException;
import io.stepgraph.runtime.LeaseLostException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StateChange;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ledger of effects. */
@Tag("E1")
@Tag("E2")
@Tag("E3")
@Tag("E4")
@Tag("E5")
@Tag("E7")
@Tag("L7")
interface EffectContract extends StoreFixture {
    EffectId REFUND = new EffectId(1, "refund", "", 1);
    EffectId MAIL = new EffectId(1, "mail", "alice", 0);
    Json RECEIPT = Json.of("{\"id\":\"r-1\",\"name\":\"ä€😀\"}");

    private static EffectStart start(EffectId id, int attempt, boolean isAgain, boolean parks, EffectEnd... earlier) {
        return new EffectStart(
                id,
                "draft",
                attempt,
                isAgain,
                false,
                "key-" + attempt,
                Json.of("{\"cents\":" + attempt + "}"),
                Json.of("{\"type\":\"object\"}"),
                parks,
                Duration.ofMinutes(1),
                List.of(earlier));
    }

    private static EffectEnd done(EffectId id) {
        return new EffectEnd(id, EffectStatus.DONE, RECEIPT);
    }

    private EffectRecord begun(StoredRun run, EffectStart start) {
        return store().effects().begin(run.lease(LEASE), start);
    }

    private StoredRun briefly() {
        return present(store().start(newRun(KEY), new LeaseRequest(ANN, LeaseContract.SHORT)));
    }

    private EffectRecord effect(EffectId id) {
        return store().effects().find(KEY).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Commit with(Commit commit, EffectEnd... ends) {
        return new Commit(
                commit.revision(),
                commit.commandVersion(),
                commit.fingerprint(),
                commit.checkpoint(),
                commit.state(),
                commit.stopReason(),
                commit.dueIn(),
                commit.events(),
                List.of(ends));
    }

    private static Commit next(StoredRun run, EffectEnd... ends) {
        return with(commit(run.revision(), run.commandVersion(), "print-1", at("review", 2), null), ends);
    }

    private static Commit stops(StoredRun run, StopReason why, EffectEnd... ends) {
        StepEntry here = run.checkpoint();
        return with(commit(run.revision(), run.commandVersion(), "print-1", here, StateChange.UNCHANGED, why), ends);
    }

    @Test
    default void E3_a_call_is_recorded_before_it_is_made() {
        StoredRun run = started();

        EffectRecord begun = begun(run, start(REFUND, 1, false, true));

        assertThat(begun.status()).isEqualTo(EffectStatus.STARTED);
        assertThat(begun.isBegunBy(run.lease(LEASE), 1)).isTrue();
        assertThat(begun.isBegunBy(run.lease(LEASE), 2)).isFalse();
        assertThat(begun.key()).isEqualTo("key-1");
        assertThat(begun.step()).isEqualTo("draft");
        assertThat(begun.request()).isEqualTo(Json.of("{\"cents\":1}"));
        assertThat(begun.resultSchema()).isEqualTo(Json.of("{\"type\":\"object\"}"));
        assertThat(begun.parksInDoubt()).isTrue();
        assertThat(Duration.between(begun.startedAt(), begun.callUntil())).isEqualTo(Duration.ofMinutes(1));
        assertThat(begun.readAt()).isBetween(begun.startedAt(), begun.callUntil());
        assertThat(store().effects().find(KEY)).extracting(EffectRecord::id).containsExactly(REFUND);
    }

    @Test
    default void E3_the_same_start_may_be_sent_again() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));

        EffectRecord again = begun(run, start(REFUND, 1, false, true));

        assertThat(again.isBegunBy(run.lease(LEASE), 1)).isTrue();
        assertThat(store().effects().find(KEY)).hasSize(1);
    }

    @Test
    default void E1_a_result_stays_whatever_follows() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        store().effects().end(run.lease(LEASE), List.of(done(REFUND)));

        EffectRecord found = begun(run, start(REFUND, 2, true, true));
        store().effects().end(run.lease(LEASE), List.of(new EffectEnd(REFUND, EffectStatus.FAILED, null)));

        assertThat(found.status()).isEqualTo(EffectStatus.DONE);
        assertThat(found.result()).isEqualTo(RECEIPT);
        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.DONE);
        assertThat(effect(REFUND).result()).isEqualTo(RECEIPT);
    }

    @Test
    default void E2_the_first_key_and_request_stay_when_a_call_is_made_again() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));

        EffectRecord seen = begun(run, start(REFUND, 2, false, false));
        assertThat(seen.isBegunBy(run.lease(LEASE), 2)).isFalse();
        EffectRecord again = begun(run, start(REFUND, 2, true, false));

        assertThat(again.isBegunBy(run.lease(LEASE), 2)).isTrue();
        assertThat(again.key()).isEqualTo("key-1");
        assertThat(again.request()).isEqualTo(Json.of("{\"cents\":1}"));
        assertThat(again.parksInDoubt()).isFalse();
    }

    @Test
    default void E3_a_start_takes_the_ends_of_earlier_effects_along() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, false));

        begun(run, start(MAIL, 1, false, false, done(REFUND)));

        assertThat(effect(REFUND).result()).isEqualTo(RECEIPT);
        assertThat(effect(MAIL).status()).isEqualTo(EffectStatus.STARTED);
    }

    @Test
    default void E3_a_commit_takes_the_ends_of_effects_along() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, false));

        store().commit(run.lease(LEASE), next(run, done(REFUND)));

        assertThat(effect(REFUND).result()).isEqualTo(RECEIPT);
        assertThat(found(run).checkpoint().visit()).isEqualTo(2);
    }

    @Test
    default void E3_a_commit_that_ends_the_run_takes_them_along_too() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));

        store().commit(run.lease(LEASE), stops(run, new StopReason.Completed(Json.of("1")), done(REFUND)));

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.DONE);
    }

    @Test
    default void E3_nobody_writes_to_the_ledger_without_the_lease() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        StoredRun taken = acquired(run, BOB);

        assertThatThrownBy(() -> begun(run, start(MAIL, 1, false, true))).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> store().effects().end(run.lease(LEASE), List.of(done(REFUND))))
                .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> store().commit(run.lease(LEASE), next(run, done(REFUND))))
                .isInstanceOf(LeaseLostException.class);

        assertThat(store().effects().find(KEY)).extracting(EffectRecord::status).containsExactly(EffectStatus.STARTED);
        EffectRecord seen = begun(taken, start(REFUND, 1, false, true));
        assertThat(seen.isBegunBy(taken.lease(LEASE), 1)).isFalse();
        assertThat(begun(taken, start(REFUND, 1, true, true)).isBegunBy(taken.lease(LEASE), 1))
                .isTrue();
    }

    @Test
    default void E3_nobody_writes_to_the_ledger_under_a_lease_that_is_over() {
        StoredRun run = briefly();
        store().effects().begin(run.lease(LeaseContract.SHORT), start(REFUND, 1, false, true));
        pass(LeaseContract.LONGER);

        assertThatThrownBy(() -> begun(run, start(MAIL, 1, false, true))).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> store().effects().end(run.lease(LEASE), List.of(done(REFUND))))
                .isInstanceOf(LeaseLostException.class);

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.STARTED);
    }

    @Test
    default void E4_started_effects_that_park_the_run_are_in_doubt_once_it_parks() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        begun(run, start(MAIL, 1, false, false));

        store().commit(run.lease(LEASE), rests(run, new StopReason.Parked("in doubt", null)));

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.IN_DOUBT);
        assertThat(effect(REFUND).holdsRun(1)).isTrue();
        assertThat(effect(REFUND).holdsRun(2)).isFalse();
        assertThat(effect(MAIL).status()).isEqualTo(EffectStatus.STARTED);
    }

    @Test
    default void E7_all_started_effects_are_in_doubt_once_the_run_ends() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        begun(run, start(MAIL, 1, false, false));

        store().commit(run.lease(LEASE), stops(run, new StopReason.Failed(Json.of("{}"))));

        assertThat(store().effects().find(KEY)).extracting(EffectRecord::status).containsOnly(EffectStatus.IN_DOUBT);
    }

    @Test
    default void E7_so_they_are_if_it_is_cancelled_from_outside() {
        StoredRun run = briefly();
        store().effects().begin(run.lease(LeaseContract.SHORT), start(REFUND, 1, false, false));
        pass(LeaseContract.LONGER);

        store().command(KEY, CommandContract.CANCEL);

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.IN_DOUBT);
    }

    @Test
    default void E4_a_question_leaves_started_effects_alone() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));

        store().commit(run.lease(LEASE), rests(run, StoreFixture.question()));

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.STARTED);
    }

    @Test
    default void E4_a_person_resolves_an_effect_in_doubt_once() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        store().commit(run.lease(LEASE), rests(run, new StopReason.Parked("in doubt", null)));

        EffectRecord resolved =
                Objects.requireNonNull(store().effects().resolve(KEY, resolution(run, REFUND, RECEIPT, "ann")));

        assertThat(resolved.status()).isEqualTo(EffectStatus.DONE);
        assertThat(resolved.result()).isEqualTo(RECEIPT);
        assertThat(resolved.resolvedBy()).isEqualTo("ann");
        assertThat(store().effects().resolve(KEY, resolution(run, REFUND, null, "bob")))
                .isNull();
        assertThat(effect(REFUND))
                .usingRecursiveComparison()
                .ignoringFields("readAt")
                .isEqualTo(resolved);
    }

    @Test
    default void E4_an_effect_that_was_not_performed_may_be_called_again() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        store().commit(run.lease(LEASE), rests(run, new StopReason.Parked("in doubt", null)));

        store().effects().resolve(KEY, resolution(run, REFUND, null, "ann"));

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.FAILED);
        assertThat(effect(REFUND).resolvedBy()).isEqualTo("ann");
    }

    @Test
    default void E4_what_does_not_exist_is_not_resolved() {
        StoredRun run = started();

        assertThatThrownBy(() -> store().effects().resolve(KEY, resolution(run, REFUND, null, "ann")))
                .isInstanceOf(RunNotFoundException.class)
                .hasMessageContaining("has no effect 'refund' at visit 1");
        assertThatThrownBy(() ->
                        store().effects().resolve(new RunKey("other", "essay-1"), resolution(run, REFUND, null, "ann")))
                .isInstanceOf(RunNotFoundException.class);
    }

    private static EffectResolution resolution(StoredRun run, EffectId id, @Nullable Json result, String by) {
        return new EffectResolution(run.runNumber(), id, result != null, result, by);
    }

    @Test
    default void E7_a_run_with_an_effect_in_doubt_is_not_pruned() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        store().commit(run.lease(LEASE), stops(run, new StopReason.Failed(Json.of("{}"))));
        pass(Duration.ofMillis(10));

        assertThat(pruned(KEY.namespace(), Instant.MAX, 10)).isZero();
        store().effects().resolve(KEY, resolution(run, REFUND, null, "ann"));

        assertThat(pruned(KEY.namespace(), Instant.MAX, 10)).isEqualTo(1);
        assertThat(store().effects().find(KEY)).isEmpty();
    }

    @Test
    default void E7_it_is_not_deleted_on_its_end_either() {
        StoredRun run = startedToBeDeleted(null);
        begun(run, start(REFUND, 1, false, true));
        store().commit(run.lease(LEASE), stops(run, new StopReason.Completed(Json.of("1"))));

        assertThat(store().deleteMarked(KEY.namespace(), Duration.ZERO, null, 10))
                .isZero();
        store().effects().resolve(KEY, resolution(run, REFUND, RECEIPT, "ann"));

        assertThat(store().deleteMarked(KEY.namespace(), Duration.ZERO, null, 10))
                .isEqualTo(1);
    }

    @Test
    default void E7_nor_is_it_deleted_by_name() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        begun(run, start(MAIL, 1, false, true));
        store().commit(run.lease(LEASE), stops(run, new StopReason.Cancelled("dave")));

        assertThatThrownBy(() -> store().delete(KEY))
                .isInstanceOf(IllegalRunStatusException.class)
                .hasMessageContainingAll("essay-1", "'refund' of step", "'mail[alice]' of step", "effectsInDoubt");
        store().effects().resolve(KEY, resolution(run, REFUND, RECEIPT, "ann"));
        assertThatThrownBy(() -> store().delete(KEY)).isInstanceOf(IllegalRunStatusException.class);
        assertThat(store().find(KEY)).isNotNull();
        store().effects().resolve(KEY, resolution(run, MAIL, null, "ann"));

        assertThat(store().delete(KEY)).isTrue();
    }

    @Test
    default void E5_the_ledger_goes_with_its_run() {
        StoredRun run = started();
        begun(run, start(REFUND, 1, false, true));
        store().commit(run.lease(LEASE), stops(run, new StopReason.Completed(Json.of("1")), done(REFUND)));

        store().delete(KEY);
        StoredRun another = started();

        assertThat(store().effects().find(KEY)).isEmpty();
        assertThat(begun(another, start(REFUND, 1, false, true)).isBegunBy(another.lease(LEASE), 1))
                .isTrue();
    }

    @Test
    default void E4_effects_in_doubt_are_listed_with_their_runs() {
        StoredRun first = started();
        StoredRun second = another();
        for (StoredRun run : List.of(second, first)) {
            begun(run, start(REFUND, 1, false, true));
            begun(run, start(MAIL, 1, false, true, done(REFUND)));
            store().commit(run.lease(LEASE), rests(run, new StopReason.Parked("in doubt", null)));
        }

        List<RunEffect> found = store().effects().findInDoubt(KEY.namespace(), 10);

        assertThat(found).extracting(RunEffect::run).containsExactly(KEY, OTHER);
        assertThat(found).extracting(RunEffect::runNumber).containsExactly(first.runNumber(), second.runNumber());
        assertThat(found.get(0).effect())
                .usingRecursiveComparison()
                .ignoringFields("readAt")
                .isEqualTo(effect(MAIL));
        assertThat(store().effects().findInDoubt(OTHER))
                .extracting(EffectRecord::id)
                .containsExactly(MAIL);
        assertThat(store().effects().findInDoubt(new RunKey("elsewhere", KEY.id())))
                .isEmpty();
        assertThat(store().effects().findInDoubt(KEY.namespace(), 1)).hasSize(1);
        assertThat(store().effects().findInDoubt(KEY.namespace(), 0)).isEmpty();
        assertThat(store().effects().findInDoubt("elsewhere", 10)).isEmpty();
        store().effects().resolve(KEY, resolution(first, MAIL, null, "ann"));
        assertThat(store().effects().findInDoubt(KEY.namespace(), 10))
                .extracting(RunEffect::run)
                .containsExactly(OTHER);
        assertThatThrownBy(() -> store().effects().findInDoubt(KEY.namespace(), -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- Business keys

    EffectId ORDER = new EffectId(1, "charge", "order-42", 0);
    RunKey OTHER = new RunKey(KEY.namespace(), "essay-2");

    private static EffectStart keyed(String request, boolean isAgain, Duration callTimeout) {
        return new EffectStart(
                ORDER,
                "draft",
                1,
                isAgain,
                true,
                "key-of-order-42",
                Json.of(request),
                Json.of("{\"type\":\"object\"}"),
                true,
                callTimeout,
                List.of());
    }

    private EffectRecord begins(StoredRun run, boolean isAgain) {
        return begun(run, keyed("{\"by\":\"" + run.key().id() + "\"}", isAgain, Duration.ofMinutes(1)));
    }

    private StoredRun another() {
        return present(store().start(newRun(OTHER), new LeaseRequest(BOB, LEASE)));
    }

    private EffectStatus status(RunKey key) {
        return store().effects().find(key).get(0).status();
    }

    @Test
    default void E2_another_run_with_a_business_key_gets_the_result() {
        StoredRun first = started();
        StoredRun second = another();
        assertThat(begins(first, false).isBegunBy(first.lease(LEASE), 1)).isTrue();
        store().effects().end(first.lease(LEASE), List.of(done(ORDER)));

        EffectRecord found = begins(second, false);

        assertThat(found.status()).isEqualTo(EffectStatus.DONE);
        assertThat(found.isOfAnotherRun()).isTrue();
        assertThat(found.isKeyed()).isTrue();
        assertThat(found.result()).isEqualTo(RECEIPT);
        assertThat(found.request()).isEqualTo(Json.of("{\"by\":\"essay-1\"}"));
        assertThat(found.id()).isEqualTo(ORDER);
        assertThat(begins(second, true).status()).isEqualTo(EffectStatus.DONE);
    }

    @Test
    default void E2_another_run_does_not_begin_a_call_while_one_may_be_in_progress() {
        StoredRun first = started();
        StoredRun second = another();
        EffectRecord begun = begins(first, false);

        for (boolean isAgain : List.of(false, true)) {
            EffectRecord found = begins(second, isAgain);

            assertThat(found.status()).isEqualTo(EffectStatus.STARTED);
            assertThat(found.isOfAnotherRun()).isTrue();
            assertThat(found.isBegunBy(second.lease(LEASE), 1)).isFalse();
            assertThat(found.callUntil()).isAfterOrEqualTo(begun.callUntil());
        }
        assertThat(begins(first, false).isBegunBy(first.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void E2_nor_does_it_if_the_run_of_that_call_has_ended() {
        StoredRun first = started();
        StoredRun second = another();
        EffectRecord begun = begins(first, false);
        store().commit(first.lease(LEASE), stops(first, new StopReason.Failed(Json.of("{}"))));

        EffectRecord found = begins(second, true);

        assertThat(found.status()).isEqualTo(EffectStatus.IN_DOUBT);
        assertThat(found.isOfAnotherRun()).isTrue();
        assertThat(found.callUntil()).isAfterOrEqualTo(begun.callUntil());
    }

    @Test
    default void E2_once_the_time_of_that_call_is_over_it_may() {
        StoredRun first = started();
        StoredRun second = another();
        begun(first, keyed("{}", false, Duration.ofMillis(20)));
        store().commit(first.lease(LEASE), stops(first, new StopReason.Failed(Json.of("{}"))));
        pass(Duration.ofMillis(40));

        assertThat(begins(second, true).isBegunBy(second.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void E2_another_run_may_make_the_call_once_its_time_is_over() {
        StoredRun first = started();
        StoredRun second = another();
        begun(first, keyed("{}", false, Duration.ofMillis(20)));
        pass(Duration.ofMillis(40));
        assertThat(begins(second, false).isOfAnotherRun()).isTrue();

        EffectRecord moved = begins(second, true);

        assertThat(moved.isBegunBy(second.lease(LEASE), 1)).isTrue();
        assertThat(moved.request()).isEqualTo(Json.of("{}"));
        assertThat(begins(first, true).isOfAnotherRun()).isTrue();
        store().effects().end(second.lease(LEASE), List.of(done(ORDER)));
        assertThat(begins(first, false).status()).isEqualTo(EffectStatus.DONE);
    }

    @Test
    default void E2_another_run_may_call_an_effect_that_was_not_performed() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        store().effects().end(first.lease(LEASE), List.of(new EffectEnd(ORDER, EffectStatus.FAILED, null)));
        assertThat(begins(second, false).status()).isEqualTo(EffectStatus.FAILED);

        assertThat(begins(second, true).isBegunBy(second.lease(LEASE), 1)).isTrue();

        assertThat(begins(first, true).isBegunBy(first.lease(LEASE), 1)).isFalse();
    }

    @Test
    default void E2_a_business_key_belongs_to_its_namespace_and_name() {
        StoredRun first = started();
        begins(first, false);
        StoredRun elsewhere =
                present(store().start(newRun(new RunKey("elsewhere", "essay-1")), new LeaseRequest(BOB, LEASE)));

        assertThat(begins(elsewhere, false).isBegunBy(elsewhere.lease(LEASE), 1))
                .isTrue();
    }

    @Test
    default void E2_a_business_key_outlives_its_run() {
        StoredRun first = started();
        begins(first, false);
        store().commit(first.lease(LEASE), stops(first, new StopReason.Completed(Json.of("1")), done(ORDER)));
        store().delete(KEY);

        assertThat(begins(another(), false).result()).isEqualTo(RECEIPT);
    }

    @Test
    default void E2_business_keys_are_pruned_once_their_calls_are_long_over() {
        StoredRun first = started();
        begun(first, keyed("{}", false, Duration.ofMillis(1)));
        pass(Duration.ofMillis(20));
        String namespace = KEY.namespace();

        assertThat(prunedKeys(namespace, Instant.MAX, 10)).isZero();
        store().effects().end(first.lease(LEASE), List.of(done(ORDER)));
        assertThat(prunedKeys(namespace, Instant.EPOCH, 10)).isZero();
        assertThat(prunedKeys(namespace, Instant.MIN, 10)).isZero();
        assertThat(prunedKeys("elsewhere", Instant.MAX, 10)).isZero();
        assertThat(prunedKeys(namespace, Instant.MAX, 0)).isZero();
        assertThat(prunedKeys(namespace, Instant.MAX, 10)).isEqualTo(1);

        StoredRun second = another();
        assertThat(begins(second, false).isBegunBy(second.lease(LEASE), 1)).isTrue();
        assertThat(begins(first, false).status()).isEqualTo(EffectStatus.DONE);
        assertThatThrownBy(() -> prunedKeys(namespace, Instant.MAX, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private void deleteTenant() {
        assertThat(store().deleteAll(KEY.namespace(), 10)).isEqualTo(1);
        assertThat(store().deleteAll(KEY.namespace(), 10)).isZero();
    }

    @Test
    default void E2_the_business_keys_of_a_tenant_go_with_it() {
        StoredRun first = started();
        begins(first, false);
        store().effects().end(first.lease(LEASE), List.of(done(ORDER)));
        deleteTenant();

        StoredRun second = another();

        assertThat(begins(second, false).isBegunBy(second.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void E2_but_not_the_key_of_a_call_that_may_be_in_progress() {
        EffectRecord begun = begins(started(), false);
        deleteTenant();
        assertThat(prunedKeys(KEY.namespace(), Instant.MAX, 10)).isZero();

        EffectRecord found = begins(another(), true);

        assertThat(found.status()).isEqualTo(EffectStatus.STARTED);
        assertThat(found.isOfAnotherRun()).isTrue();
        assertThat(found.callUntil()).isEqualTo(begun.callUntil());
    }

    @Test
    default void E2_nor_if_the_run_was_cancelled_in_the_call() {
        StoredRun first = started();
        begins(first, false);
        store().commit(first.lease(LEASE), stops(first, new StopReason.Cancelled("ann")));
        deleteTenant();

        assertThat(begins(another(), true).status()).isEqualTo(EffectStatus.IN_DOUBT);
    }

    @Test
    default void E2_a_later_deletion_takes_the_key_once_the_time_of_the_call_is_over() {
        begun(started(), keyed("{}", false, Duration.ofMillis(20)));
        deleteTenant();
        pass(Duration.ofMillis(600));
        assertThat(prunedKeys(KEY.namespace(), Instant.MAX, 10))
                .as("within the margin")
                .isZero();
        pass(Duration.ofMillis(600));
        assertThat(store().deleteAll(KEY.namespace(), 10)).isZero();

        StoredRun second = another();

        assertThat(begins(second, false).isBegunBy(second.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void E4_a_decision_about_a_business_key_counts_for_all_its_runs() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        store().commit(first.lease(LEASE), rests(first, new StopReason.Parked("in doubt", null)));
        assertThat(begins(second, false).status()).isEqualTo(EffectStatus.IN_DOUBT);
        store().commit(second.lease(LEASE), rests(second, new StopReason.Parked("in doubt", null)));

        store().effects().resolve(OTHER, resolution(second, ORDER, RECEIPT, "ann"));

        assertThat(status(KEY)).isEqualTo(EffectStatus.DONE);
        assertThat(status(OTHER)).isEqualTo(EffectStatus.DONE);
        assertThat(effect(ORDER).resolvedBy()).isEqualTo("ann");
        assertThat(store().effects().resolve(KEY, resolution(first, ORDER, null, "bob")))
                .isNull();
    }

    @Test
    default void L7_a_decision_is_seen_by_a_run_that_is_about_to_park_for_it() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        store().commit(first.lease(LEASE), rests(first, new StopReason.Parked("in doubt", null)));
        assertThat(begins(second, false).status()).isEqualTo(EffectStatus.IN_DOUBT);

        store().effects().resolve(KEY, resolution(first, ORDER, RECEIPT, "ann"));

        assertThat(status(OTHER)).isEqualTo(EffectStatus.DONE);
        assertThat(store().commit(second.lease(LEASE), rests(second, new StopReason.Parked("in doubt", null))))
                .isEqualTo(CommitResult.CONTROL_MOVED);
    }

    @Test
    default void L7_of_two_decisions_at_once_one_wakes_the_run() throws Exception {
        List<EffectId> payments = List.of(new EffectId(1, "pay", "ann", 0), new EffectId(1, "pay", "bob", 0));
        for (int round = 0; round < RaceContract.ROUNDS; round++) {
            StoredRun run = present(store().start(newRun(RaceContract.key(round)), new LeaseRequest(ANN, LEASE)));
            payments.forEach(payment -> begun(run, start(payment, 1, false, true)));
            store().commit(run.lease(LEASE), rests(run, new StopReason.Parked("in doubt", null)));

            Race.of(
                    payments.size(),
                    racer ->
                            store().effects().resolve(run.key(), resolution(run, payments.get(racer), RECEIPT, "ann")));

            assertThat(store().queue().claim(QueueContract.claim(1))).containsExactly(new ClaimedRun(run.key(), 0));
        }
    }

    @Test
    default void E4_it_also_counts_for_a_run_that_did_not_record_the_end_of_its_call() {
        StoredRun first = started();
        StoredRun second = another();
        begun(first, keyed("{}", false, Duration.ofMillis(20)));
        begins(second, false);
        pass(Duration.ofMillis(40));
        store().commit(second.lease(LEASE), rests(second, new StopReason.Parked("in doubt", null)));

        store().effects().resolve(OTHER, resolution(second, ORDER, null, "ann"));

        assertThat(status(KEY)).isEqualTo(EffectStatus.FAILED);
        assertThat(effect(ORDER).resolvedBy()).isEqualTo("ann");
        assertThat(begins(first, true).isBegunBy(first.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void E7_a_run_that_only_waited_for_a_business_key_leaves_nothing_in_doubt() {
        StoredRun first = started();
        StoredRun second = another();
        begins(first, false);
        begins(second, false);

        store().commit(second.lease(LEASE), stops(second, new StopReason.Failed(Json.of("{}"))));

        assertThat(status(OTHER)).isEqualTo(EffectStatus.STARTED);
        assertThat(status(KEY)).isEqualTo(EffectStatus.STARTED);
    }
}
