package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.testkit.store.UndoingAgent.Paying;
import io.stepgraph.testkit.store.UndoingAgent.Payment;
import io.stepgraph.testkit.store.UndoingAgent.Trip;
import io.stepgraph.testkit.store.UndoingAgentGraph.Outcome;
import io.stepgraph.testkit.store.UndoingAgentGraph.Runs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises about what is undone after a failure, and when: never while nobody knows what has happened. */
@Tag("E4")
@Tag("R7")
interface EngineUndoContract extends EngineFixture {
    String RELEASED = "released seat 7 of [seat]";
    String IN_DOUBT = "in doubt: pay {\"hold\":\"seat 7\",\"items\":[\"seat\"]}";

    /** The money is gone, and the reply is lost. */
    private static Paying lost(List<String> keys) {
        return (key, attempt) -> {
            keys.add(key);
            throw new TransientException("connection reset");
        };
    }

    private static Runs on(EngineProcess process, Paying bank, UnaryOperator<Effect<Payment, String>> policy) {
        return UndoingAgentGraph.of(new UndoingAgent(bank, policy)).on(process.engine());
    }

    private Runs runs(Paying bank, UnaryOperator<Effect<Payment, String>> policy) {
        return on(process(EngineSettings.DEFAULT), bank, policy);
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    private static String parked(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Parked.class);
        return ((Outcome.Parked) outcome).reason();
    }

    @Test
    default void E4_a_run_whose_attempts_are_over_parks_in_doubt_and_calls_nothing_before_a_person_has_decided() {
        List<String> keys = new CopyOnWriteArrayList<>();
        Runs runs = runs(lost(keys), Effect::retryWithSameKey);
        String reason = parked(runs.run("one", Trip.of(false)));
        assertThat(reason).contains("'pay'", "connection reset");
        assertThat(parked(runs.resume("one"))).isEqualTo(reason);
        List<EffectInDoubt> inDoubt = runs.effectsInDoubt("one");
        assertThat(inDoubt)
                .extracting(EffectInDoubt::name, EffectInDoubt::key)
                .containsExactly(tuple("pay", keys.get(0)));

        inDoubt.get(0).done("\"receipt 1\"");

        assertThat(lines(runs.resume("one"))).containsExactly("lost with the attempt, or paid", "receipt 1");
        assertThat(keys).hasSize(2);
    }

    @Test
    default void E4_a_payment_that_was_not_made_is_tried_once_more_and_then_undone() {
        List<String> keys = new CopyOnWriteArrayList<>();
        Runs runs = runs(
                (key, attempt) -> {
                    keys.add(key);
                    throw attempt <= 2 ? new TransientException("lost") : new EffectNotPerformedException("closed");
                },
                Effect::retryWithSameKey);
        parked(runs.run("one", Trip.of(false)));

        runs.effectsInDoubt("one").get(0).notPerformed();

        assertThat(lines(runs.resume("one"))).containsExactly(RELEASED);
        assertThat(keys).hasSize(3).containsOnly(keys.get(0));
        assertThat(runs.effectsInDoubt("one")).isEmpty();
    }

    @Test
    default void E4_a_lookup_that_does_not_answer_leaves_the_effect_in_doubt() {
        Runs runs = runs(
                lost(new CopyOnWriteArrayList<>()),
                effect -> effect.reconcile(key -> {
                    throw new TransientException("no answer");
                }));

        assertThat(parked(runs.run("one", Trip.of(false)))).contains("'pay'", "no answer");
    }

    @Test
    default void E4_a_step_that_handles_doubt_gets_what_is_in_doubt() {
        List<String> keys = new CopyOnWriteArrayList<>();

        Outcome outcome = runs(lost(keys), Effect::retryWithSameKey).run("one", Trip.of(true));

        assertThat(lines(outcome)).containsExactly(RELEASED, IN_DOUBT);
        assertThat(((Outcome.Completed) outcome).effectsInDoubt()).containsExactly("pay");
        assertThat(keys).hasSize(2);
    }

    @Test
    default void E4_a_step_that_handles_doubt_gets_an_effect_that_would_park_the_run_at_once() {
        List<String> keys = new CopyOnWriteArrayList<>();

        Outcome outcome = runs(lost(keys), effect -> effect).run("one", Trip.of(true));

        assertThat(lines(outcome)).containsExactly(RELEASED, IN_DOUBT);
        assertThat(keys).hasSize(1);
    }

    @Test
    @Tag("slow")
    default void E4_a_call_that_a_crash_has_cut_off_is_handled_once_its_time_is_over() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        EngineProcess dying = process(EngineSettings.DEFAULT);
        Runs lost = on(
                dying,
                (key, attempt) -> {
                    inside.countDown();
                    EngineFixture.uninterrupted(never);
                    return "too late";
                },
                effect -> effect.callTimeout(Duration.ofMillis(500)));
        begin(() -> lost.run("one", Trip.of(true)));
        inside.await();
        dying.die();

        Runs next = runs(lost(new CopyOnWriteArrayList<>()), effect -> effect);
        pass(patience().multipliedBy(2));
        never.countDown();

        assertThat(lines(next.run("one", Trip.of(true)))).containsExactly(RELEASED, IN_DOUBT);
    }
}
