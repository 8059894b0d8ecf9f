package io.stepgraph.internal.effect;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunKey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Effects with a business key, which several runs share. */
@Timeout(60)
@Tag("E2")
@Tag("E4")
final class BusinessKeyTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private record Charge(int cents) {}

    private record Receipt(String id) {}

    private static TestGraph<Notes> graph(Graphs.Work work) {
        return Graphs.single(s -> s.retry(3, 0, 1, 0, 0, IOException.class), work);
    }

    private static Effect<Charge, Receipt> charge(StepContext<String> context, int cents) {
        return context.once("charge", new Charge(cents), Receipt.class).key("order-42");
    }

    private Receipt charge(String key, Charge request) {
        calls.add(key);
        return new Receipt("r-" + calls.size());
    }

    private RunClient<Notes, Node> charging(int cents) {
        return fixture.runs(graph((notes, context) ->
                notes.add(charge(context, cents).call(this::charge).id())));
    }

    private RunClient<Notes, Node> charging(UnaryOperator<Effect<Charge, Receipt>> policy) {
        return fixture.runs(graph((notes, context) ->
                notes.add(policy.apply(charge(context, 500)).call(this::charge).id())));
    }

    private static RunOutcome<Node> run(RunClient<Notes, Node> runs, String id) {
        return runs.run(id, Notes.of(), null);
    }

    private EffectRecord effect(String run) {
        return fixture.memory.effects().find(new RunKey("default", run)).get(0);
    }

    @Test
    void E2_another_request_of_another_run_parks_it() {
        Outcomes.completed(run(charging(500), "one"));

        RunOutcome.Parked<Node> parked = (RunOutcome.Parked<Node>) run(charging(700), "two");

        assertThat(parked.reason()).contains("'charge[order-42]'").contains("another cents");
        assertThat(calls).hasSize(1);
    }

    @Test
    void E2_a_step_may_call_it_several_times() {
        RunClient<Notes, Node> runs = fixture.runs(graph((notes, context) -> {
            notes.add(charge(context, 500).call(this::charge).id());
            notes.add(charge(context, 500).call(this::charge).id());
        }));

        assertThat(Outcomes.completed(run(runs, "one"))).hasToString("[r-1, r-1]");
        assertThat(calls).hasSize(1);
    }

    @Test
    void E2_a_step_does_not_call_it_again_after_an_exception() {
        RunClient<Notes, Node> runs = fixture.runs(graph((notes, context) -> {
            try {
                charge(context, 500).retryWithSameKey().call((key, request) -> {
                    throw new IOException("lost");
                });
            } catch (IOException lost) {
                charge(context, 500).retryWithSameKey().call(this::charge);
            }
        }));

        assertThat(Outcomes.failure(run(runs, "one"), ErrorCode.STEP_FAILED)).contains("business key 'order-42'");
        assertThat(calls).isEmpty();
    }

    private final CountDownLatch inCall = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** A run whose call does not come back before it is released. */
    private RunClient<Notes, Node> slow() {
        return fixture.inRealTime(graph((notes, context) -> notes.add(charge(context, 500)
                .call((key, request) -> {
                    inCall.countDown();
                    released.await();
                    return charge(key, request);
                })
                .id())));
    }

    @Test
    void E2_runs_that_ask_at_the_same_time_make_one_call() throws Exception {
        RunClient<Notes, Node> runs = slow();
        List<Running> running =
                Stream.of("a", "b", "c", "d").map(id -> new Running(runs, id)).toList();
        inCall.await();
        released.countDown();

        for (Running each : running) {
            assertThat(Outcomes.completed(each.stop())).hasToString("[r-1]");
        }
        assertThat(calls).hasSize(1);
    }

    @Test
    void E2_a_run_whose_step_times_out_while_it_waits_has_nothing_in_doubt() throws Exception {
        Running first = new Running(slow());
        inCall.await();
        RunClient<Notes, Node> hasty = fixture.inRealTime(Graphs.limited(
                200,
                1,
                (notes, context) ->
                        notes.add(charge(context, 500).call(this::charge).id())));

        RunOutcome.Failed<Node> failed = (RunOutcome.Failed<Node>) run(hasty, "two");
        released.countDown();

        assertThat(failed.effectsInDoubt()).isEmpty();
        assertThat(Outcomes.completed(first.stop())).hasToString("[r-1]");
        assertThat(Outcomes.completed(hasty.retry("two"))).hasToString("[r-1]");
        assertThat(calls).hasSize(1);
    }

    /** Another process has begun the call in run "one" and does not end it. */
    private void beginsElsewhere() {
        TestGraph<Notes> dying = graph((notes, context) -> charge(context, 500)
                .callTimeout(Duration.ofSeconds(30))
                .call((key, request) -> {
                    Crash.now(fixture);
                    return charge(key, request);
                }));
        Crash.dying(fixture, () -> run(fixture.runs(dying), "one"));
    }

    @Test
    void E2_another_run_waits_until_the_time_of_the_call_is_over_and_then_parks() {
        beginsElsewhere();
        Instant before = fixture.time.wall();

        RunOutcome.Parked<Node> parked = (RunOutcome.Parked<Node>) run(charging(500), "two");

        assertThat(parked.reason()).contains("'charge[order-42]'").contains("in doubt");
        assertThat(Duration.between(before, fixture.time.wall()))
                .isBetween(Duration.ofSeconds(31), Duration.ofSeconds(33));
        assertThat(calls).isEmpty();
    }

    /** Run "one" has begun a call, and has failed while the call may still be in progress. */
    private void endsInItsCall() {
        TestGraph<Notes> failing = graph((notes, context) -> charge(context, 500)
                .callTimeout(Duration.ofSeconds(30))
                .retryWithSameKey()
                .call((key, request) -> {
                    throw new IllegalStateException("the reply was lost");
                }));
        Outcomes.failed(run(fixture.runs(failing), "one"), ErrorCode.STEP_FAILED);
        assertThat(effect("one").status()).isEqualTo(EffectStatus.IN_DOUBT);
    }

    @Test
    void E2_another_run_waits_until_the_time_of_the_call_of_an_ended_run_is_over() {
        endsInItsCall();
        Instant before = fixture.time.wall();

        RunClient<Notes, Node> runs = charging(Effect::retryWithSameKey);

        assertThat(Outcomes.completed(run(runs, "two"))).hasToString("[r-1]");
        assertThat(Duration.between(before, fixture.time.wall()))
                .isBetween(Duration.ofSeconds(31), Duration.ofSeconds(33));
        assertThat(calls).hasSize(1);
    }

    @Test
    void E2_a_run_that_parks_in_doubt_does_not_wait_for_a_call_whose_reply_nobody_records() {
        endsInItsCall();
        Instant before = fixture.time.wall();

        assertThat(run(charging(500), "two")).isInstanceOf(RunOutcome.Parked.class);

        assertThat(fixture.time.wall()).isEqualTo(before);
    }

    @Test
    void E4_a_person_decides_for_all_runs_at_once() {
        beginsElsewhere();
        RunClient<Notes, Node> runs = charging(500);
        assertThat(run(runs, "two")).isInstanceOf(RunOutcome.Parked.class);
        assertThat(run(runs, "one")).isInstanceOf(RunOutcome.Parked.class);

        EffectInDoubt effect = runs.effectsInDoubt("two").get(0);
        assertThat(effect.item()).isEqualTo("order-42");
        assertThat(effect.isKeyed()).isTrue();
        effect.done("{\"id\":\"by hand\"}");

        assertThat(Outcomes.completed(run(runs, "one"))).hasToString("[by hand]");
        assertThat(Outcomes.completed(run(runs, "two"))).hasToString("[by hand]");
        assertThat(Outcomes.completed(run(runs, "three"))).hasToString("[by hand]");
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void E4_another_run_reconciles(boolean isPerformed) {
        beginsElsewhere();
        Set<String> asked = new TreeSet<>();
        RunClient<Notes, Node> runs = charging(effect -> effect.reconcile(key -> {
            asked.add(key);
            return isPerformed ? Optional.of(new Receipt("found")) : Optional.empty();
        }));

        assertThat(Outcomes.completed(run(runs, "two"))).hasToString(isPerformed ? "[found]" : "[r-1]");
        assertThat(Outcomes.completed(run(runs, "one"))).hasToString(isPerformed ? "[found]" : "[r-1]");
        assertThat(asked).containsExactly(effect("one").key());
        assertThat(calls).hasSize(isPerformed ? 0 : 1);
    }

    @Test
    void E2_a_process_that_was_held_up_for_longer_than_the_call_does_not_call() {
        RunClient<Notes, Node> other = charging(Effect::retryWithSameKey);
        List<RunOutcome<Node>> overtaken = new ArrayList<>();
        fixture.store.after(call -> {
            if (call.equals("beginEffect") && overtaken.isEmpty()) {
                overtaken.add(null);
                fixture.time.pass(Duration.ofMinutes(2));
                overtaken.set(0, run(other, "two"));
            }
        });

        assertThat(Outcomes.completed(run(charging(500), "one"))).hasToString("[r-1]");

        assertThat(Outcomes.completed(overtaken.get(0))).hasToString("[r-1]");
        assertThat(calls).hasSize(1);
    }
}
