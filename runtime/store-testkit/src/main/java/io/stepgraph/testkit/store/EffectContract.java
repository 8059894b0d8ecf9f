package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.effectCall;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
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
    RunKey OTHER = new RunKey(KEY.namespace(), "essay-2");
    Json RECEIPT = Json.of("{\"id\":\"r-1\",\"name\":\"ä€😀\"}");

    static EffectEnd done(EffectId id) {
        return new EffectEnd(id, EffectStatus.DONE, RECEIPT);
    }

    default EffectRecord begun(StoredRun run, EffectStart start) {
        return store().effects().begin(run.lease(LEASE), start);
    }

    default EffectRecord begun(StoredRun run, EffectId id) {
        return begun(run, effectCall(id, 1, false, true));
    }

    default void ends(StoredRun run, EffectEnd... ends) {
        store().effects().end(run.lease(LEASE), List.of(ends));
    }

    default void commits(StoredRun run, Commit commit) {
        store().runs().commit(run.lease(LEASE), commit);
    }

    /** A person decides: performed, with this result, or not performed. */
    default @Nullable EffectRecord resolved(StoredRun run, EffectId id, @Nullable Json result, String by) {
        return store().effects()
                .resolve(run.key(), new EffectResolution(run.runNumber(), id, result != null, result, by));
    }

    default StoredRun another() {
        return present(start(newRun(OTHER), BOB));
    }

    default EffectRecord effect(EffectId id) {
        return store().effects().find(KEY).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Commit with(Commit commit, EffectEnd... ends) {
        return new Commit(
                commit.revision(), commit.commandVersion(), commit.fingerprint(), commit.result(), List.of(ends));
    }

    private static Commit next(StoredRun run, EffectEnd... ends) {
        return with(commit(run.revision(), run.commandVersion(), "print-1", at("review", 2), null), ends);
    }

    static Commit stops(StoredRun run, StopReason why, EffectEnd... ends) {
        return with(commit(run.revision(), run.commandVersion(), "print-1", run.checkpoint(), why), ends);
    }

    @Test
    default void E3_a_call_is_recorded_before_it_is_made_and_its_start_may_be_sent_again() {
        StoredRun run = started();
        begun(run, REFUND);

        EffectRecord begun = begun(run, REFUND);

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
    default void E1_a_result_stays_whatever_follows() {
        StoredRun run = started();
        begun(run, REFUND);
        ends(run, done(REFUND));

        EffectRecord found = begun(run, effectCall(REFUND, 2, true, true));
        ends(run, new EffectEnd(REFUND, EffectStatus.FAILED, null));

        assertThat(List.of(found, effect(REFUND))).allSatisfy(effect -> {
            assertThat(effect.status()).isEqualTo(EffectStatus.DONE);
            assertThat(effect.result()).isEqualTo(RECEIPT);
        });
    }

    @Test
    default void E2_the_first_key_and_request_stay_when_a_call_is_made_again() {
        StoredRun run = started();
        begun(run, REFUND);

        EffectRecord seen = begun(run, effectCall(REFUND, 2, false, false));
        assertThat(seen.isBegunBy(run.lease(LEASE), 2)).isFalse();
        EffectRecord again = begun(run, effectCall(REFUND, 2, true, false));

        assertThat(again.isBegunBy(run.lease(LEASE), 2)).isTrue();
        assertThat(again.key()).isEqualTo("key-1");
        assertThat(again.request()).isEqualTo(Json.of("{\"cents\":1}"));
        assertThat(again.parksInDoubt()).isFalse();
    }

    @Test
    default void E3_the_next_start_commit_and_end_take_the_ends_of_effects_along() {
        StoredRun run = started();
        begun(run, REFUND);
        begun(run, effectCall(MAIL, 1, false, false, done(REFUND)));
        assertThat(effect(REFUND).result()).isEqualTo(RECEIPT);
        assertThat(effect(MAIL).status()).isEqualTo(EffectStatus.STARTED);

        commits(run, next(run, done(MAIL)));
        assertThat(effect(MAIL).result()).isEqualTo(RECEIPT);
        assertThat(found(run).checkpoint().visit()).isEqualTo(2);

        begun(run, ORDER);
        commits(run, stops(found(run), COMPLETED, done(ORDER)));
        assertThat(effect(ORDER).status()).isEqualTo(EffectStatus.DONE);
    }

    @Test
    default void E3_nobody_writes_to_the_ledger_without_the_lease() {
        StoredRun run = started();
        begun(run, REFUND);
        StoredRun taken = acquired(run, BOB);

        assertWritesNothing(run);
        assertRefused(run, next(run, done(REFUND)));
        assertThat(store().effects().find(KEY)).extracting(EffectRecord::status).containsExactly(EffectStatus.STARTED);
        assertThat(begun(taken, REFUND).isBegunBy(taken.lease(LEASE), 1)).isFalse();
        assertThat(begun(taken, effectCall(REFUND, 1, true, true)).isBegunBy(taken.lease(LEASE), 1))
                .isTrue();
    }

    private void assertWritesNothing(StoredRun run) {
        assertThatThrownBy(() -> begun(run, MAIL)).is(Errors.with(ErrorCode.LEASE_LOST));
        assertThatThrownBy(() -> ends(run, done(REFUND))).is(Errors.with(ErrorCode.LEASE_LOST));
    }

    @Test
    default void E3_nobody_writes_to_the_ledger_under_a_lease_that_is_over_and_a_cancel_then_leaves_doubt() {
        StoredRun run = present(store().runs().start(newRun(KEY), new LeaseRequest(ANN, LeaseContract.SHORT)));
        store().effects().begin(run.lease(LeaseContract.SHORT), effectCall(REFUND, 1, false, false));
        pass(LeaseContract.LONGER);

        assertWritesNothing(run);
        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.STARTED);

        store().runs().command(KEY, CANCEL);
        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.IN_DOUBT);
    }

    @Test
    default void E4_E7_started_effects_are_in_doubt_once_the_run_parks_for_them_or_ends_and_not_while_it_asks() {
        assertEffects(PARKED, EffectStatus.IN_DOUBT, EffectStatus.STARTED);
        assertThat(effect(REFUND).holdsRun(1)).isTrue();
        assertThat(effect(REFUND).holdsRun(2)).isFalse();
        store().removals().deleteAll(KEY.namespace(), 1);
        assertEffects(FAILED, EffectStatus.IN_DOUBT, EffectStatus.IN_DOUBT);
        store().removals().deleteAll(KEY.namespace(), 1);
        assertEffects(StoreFixture.question(), EffectStatus.STARTED, EffectStatus.STARTED);
    }

    /** After a run has stopped with two started effects, one that parks it and one that does not. */
    private void assertEffects(StopReason why, EffectStatus parking, EffectStatus other) {
        StoredRun run = started();
        begun(run, REFUND);
        begun(run, effectCall(MAIL, 1, false, false));

        commits(run, stops(run, why));

        assertThat(effect(REFUND).status()).isEqualTo(parking);
        assertThat(effect(MAIL).status()).isEqualTo(other);
    }

    @Test
    default void E4_an_effect_that_its_owner_leaves_in_doubt_holds_the_run_though_it_may_be_repeated() {
        StoredRun run = started();
        begun(run, effectCall(REFUND, 1, false, false));
        begun(run, effectCall(MAIL, 1, false, false));

        commits(run, stops(run, PARKED, new EffectEnd(REFUND, EffectStatus.IN_DOUBT, null)));

        assertThat(effect(REFUND).holdsRun(1)).isTrue();
        assertThat(effect(MAIL).status()).isEqualTo(EffectStatus.STARTED);
        assertThat(store().effects().findInDoubt(KEY))
                .extracting(EffectRecord::id)
                .containsExactly(REFUND);
        resolved(run, REFUND, null, "ann");
        StoredRun continued = present(acquire(found(run), ANN));
        assertThat(begun(continued, effectCall(REFUND, 2, true, false)).parksInDoubt())
                .isFalse();
    }

    @Test
    default void E4_an_owner_may_leave_effects_in_doubt_and_go_on() {
        StoredRun run = started();
        begun(run, effectCall(REFUND, 1, false, false));
        begun(run, effectCall(MAIL, 1, false, false));

        commits(run, next(run, new EffectEnd(REFUND, EffectStatus.IN_DOUBT, null), done(MAIL)));

        assertThat(effect(REFUND).status()).isEqualTo(EffectStatus.IN_DOUBT);
        assertThat(effect(REFUND).parksInDoubt()).isTrue();
        assertThat(effect(MAIL).parksInDoubt()).isFalse();
    }

    @Test
    default void E4_a_person_resolves_an_effect_in_doubt_once() {
        StoredRun run = started();
        begun(run, REFUND);
        begun(run, MAIL);
        commits(run, rests(run, PARKED));

        EffectRecord performed = Objects.requireNonNull(resolved(run, REFUND, RECEIPT, "ann"));
        resolved(run, MAIL, null, "ann");

        assertThat(performed.status()).isEqualTo(EffectStatus.DONE);
        assertThat(performed.result()).isEqualTo(RECEIPT);
        assertThat(performed.resolvedBy()).isEqualTo("ann");
        assertThat(resolved(run, REFUND, null, "bob")).isNull();
        assertThat(effect(REFUND))
                .usingRecursiveComparison()
                .ignoringFields("readAt")
                .isEqualTo(performed);
        assertThat(effect(MAIL).status()).as("not performed").isEqualTo(EffectStatus.FAILED);
        assertThat(effect(MAIL).resolvedBy()).isEqualTo("ann");
    }

    /** The decisions in the log of a run. */
    default List<Json> decisions(RunKey run) {
        return log(run, 0, 100).batches().stream()
                .map(EventLog.Batch::events)
                .filter(events -> events.text().contains("effect-resolved"))
                .toList();
    }

    private static Json decision(String effect, String rest) {
        return Json.of("[{\"event\":\"effect-resolved\",\"step\":\"draft\",\"visit\":1,\"effect\":\"" + effect + "\","
                + rest + "\"by\":\"ann\"}]");
    }

    @Test
    default void E4_a_decision_is_an_event_and_the_last_one_ends_the_park() {
        StoredRun run = started();
        begun(run, REFUND);
        begun(run, MAIL);
        commits(run, stops(run, PARKED));

        resolved(run, REFUND, RECEIPT, "ann");
        assertThat(present(store().runs().find(KEY)).stopReason()).isEqualTo(PARKED);
        resolved(run, MAIL, null, "ann");
        resolved(run, MAIL, null, "ann");

        assertThat(decisions(KEY))
                .containsExactly(
                        decision("refund", "\"decision\":\"performed\","),
                        decision("mail", "\"item\":\"alice\",\"decision\":\"not-performed\","));
        StoredRun awake = present(store().runs().find(KEY));
        assertThat(awake.status()).isEqualTo(Status.QUEUED);
        assertThat(awake.stopReason()).isNull();
    }

    @Test
    default void E7_a_decision_about_a_run_that_has_ended_is_an_event_after_its_end() {
        StoredRun run = started();
        begun(run, REFUND);
        commits(run, stops(run, FAILED));

        resolved(run, REFUND, RECEIPT, "ann");

        assertThat(log(KEY, 0, 100).batches())
                .extracting(EventLog.Batch::events)
                .endsWith(decision("refund", "\"decision\":\"performed\","));
        assertThat(log(KEY, 0, 100).isComplete()).isTrue();
        assertThat(present(store().runs().find(KEY)).status()).isEqualTo(Status.FAILED);
    }

    @Test
    default void E4_what_does_not_exist_is_not_resolved() {
        StoredRun run = started();

        assertThatThrownBy(() -> resolved(run, REFUND, null, "ann"))
                .isInstanceOf(RunNotFoundException.class)
                .hasMessageContaining("has no effect 'refund' at visit 1");
        assertThrown(RunNotFoundException.class, () -> resolved(StoreFixture.elsewhere(run), REFUND, null, "ann"));
    }

    @Test
    default void E7_a_run_with_effects_in_doubt_is_neither_pruned_nor_deleted() {
        StoredRun failed = started(key("failed"));
        StoredRun marked = present(start(newRun(OTHER, null, null, Retention.DELETE_ON_END), ANN));
        StoredRun named = started();
        List.of(failed, marked, named).forEach(run -> begun(run, REFUND));
        begun(named, MAIL);
        commits(failed, stops(failed, FAILED));
        commits(marked, stops(marked, COMPLETED));
        commits(named, stops(named, new StopReason.Cancelled("dave")));
        pass(Duration.ofMillis(10));

        assertThat(pruned(KEY.namespace(), Instant.MAX, 10)).isZero();
        assertThat(store().removals().prune(KEY.namespace(), Status.FAILED, Instant.MAX, 10))
                .isZero();
        assertThat(store().removals().deleteMarked(KEY.namespace(), Duration.ZERO, null, 10))
                .isZero();
        assertThatThrownBy(() -> store().removals().delete(KEY))
                .is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS))
                .hasMessageContainingAll("essay-1", "'refund' of step", "'mail[alice]' of step", "effectsInDoubt");
        resolved(named, REFUND, RECEIPT, "ann");
        assertThatThrownBy(() -> store().removals().delete(KEY)).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        assertThat(store().runs().find(KEY)).isNotNull();

        resolved(named, MAIL, null, "ann");
        assertThat(store().removals().delete(KEY)).isTrue();
        resolved(marked, REFUND, RECEIPT, "ann");
        assertThat(store().removals().deleteMarked(KEY.namespace(), Duration.ZERO, null, 10))
                .isEqualTo(1);
        resolved(failed, REFUND, null, "ann");
        assertThat(store().removals().prune(KEY.namespace(), Status.FAILED, Instant.MAX, 10))
                .isEqualTo(1);
        assertThat(store().effects().find(failed.key())).isEmpty();
    }

    @Test
    default void E5_the_ledger_goes_with_its_run() {
        StoredRun run = started();
        begun(run, REFUND);
        commits(run, stops(run, COMPLETED, done(REFUND)));

        store().removals().delete(KEY);
        StoredRun another = started();

        assertThat(store().effects().find(KEY)).isEmpty();
        assertThat(begun(another, REFUND).isBegunBy(another.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void E4_effects_in_doubt_are_listed_with_their_runs() {
        StoredRun first = started();
        StoredRun second = another();
        for (StoredRun run : List.of(second, first)) {
            begun(run, REFUND);
            begun(run, effectCall(MAIL, 1, false, true, done(REFUND)));
            commits(run, rests(run, PARKED));
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
        resolved(first, MAIL, null, "ann");
        assertThat(store().effects().findInDoubt(KEY.namespace(), 10))
                .extracting(RunEffect::run)
                .containsExactly(OTHER);
        assertThrown(IllegalArgumentException.class, () -> store().effects().findInDoubt(KEY.namespace(), -1));
    }

    @Test
    default void L7_of_two_decisions_at_once_one_wakes_the_run() throws Exception {
        List<EffectId> payments = List.of(new EffectId(1, "pay", "ann", 0), new EffectId(1, "pay", "bob", 0));
        for (int round = 0; round < RaceContract.ROUNDS; round++) {
            StoredRun run = started(RaceContract.key(round));
            payments.forEach(payment -> begun(run, payment));
            commits(run, rests(run, PARKED));

            Race.of(payments.size(), racer -> resolved(run, payments.get(racer), RECEIPT, "ann"));

            assertThat(store().queue().claim(QueueContract.claim(1)))
                    .containsExactly(new ClaimedRun(run.key(), 0, false));
        }
    }
}
