package io.stepgraph.internal.effect;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of effects are over at their stored end, until which other runs and other owners wait. */
@Tag("E2")
@Tag("E4")
final class CallTimeTest {
    private static final RunKey KEY = new RunKey("default", "one");
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @AutoClose
    private final Fixture fixture = new Fixture();

    /** How far the stored end was ahead, at the begin of each call. */
    private final List<Duration> times = new ArrayList<>();

    private record Charge(int cents) {}

    private record Receipt(String id) {}

    private interface Body {
        Receipt run(StepContext<String> context) throws Exception;
    }

    private RunOutcome<Node> run(Body body) {
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(3, 0, 1, 0, 0, IOException.class), (notes, context) -> {
            notes.add(body.run(context).id());
        });
        RunClient<Notes, Node> runs = fixture.runs(graph);
        return runs.run("one", Notes.of(), null);
    }

    /** Other test classes use other keys, because this one would wait for their calls in this process. */
    private static Effect<Charge, Receipt> charge(StepContext<String> context, boolean isKeyed) {
        Effect<Charge, Receipt> charge = context.once("timed charge", new Charge(500), Receipt.class);
        return isKeyed ? charge.key("order-7") : charge;
    }

    private Receipt charge(String key, Charge request) {
        times.add(Duration.between(
                fixture.time.wall(), fixture.memory.effects().find(KEY).get(0).callUntil()));
        return new Receipt("r-1");
    }

    /** The first attempt loses the connection. */
    private Receipt loseFirst(StepContext<String> context, String key, Charge request) throws IOException {
        if (context.attempt() == 1) {
            throw new IOException("the connection was refused");
        }
        return charge(key, request);
    }

    private void holdUpFirstBegin(Duration time) {
        List<String> begun = new ArrayList<>();
        fixture.store.after(call -> {
            if (call.equals("beginEffect") && begun.isEmpty()) {
                begun.add(call);
                fixture.time.pass(time);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"50, true", "50, false", "90, true", "90, false"})
    void E4_a_call_after_a_long_lookup_has_its_whole_time(int seconds, boolean isKeyed) {
        List<String> lookups = new ArrayList<>();

        RunOutcome<Node> outcome = run(context -> charge(context, isKeyed)
                .callTimeout(TIMEOUT)
                .reconcile(key -> {
                    lookups.add(key);
                    fixture.time.pass(Duration.ofSeconds(seconds));
                    return Optional.empty();
                })
                .call((key, request) -> loseFirst(context, key, request)));

        assertThat(Outcomes.completed(outcome)).hasToString("[r-1]");
        assertThat(times).containsExactly(TIMEOUT);
        assertThat(lookups).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void E4_a_call_that_was_held_up_has_what_is_left_of_its_time(boolean isKeyed) {
        holdUpFirstBegin(TIMEOUT.minusMillis(50));
        CountDownLatch never = new CountDownLatch(1);

        RunOutcome<Node> outcome =
                run(context -> charge(context, isKeyed).callTimeout(TIMEOUT).call((key, request) -> {
                    never.await(20, TimeUnit.SECONDS);
                    return charge(key, request);
                }));

        assertThat(outcome).isInstanceOf(RunOutcome.Parked.class);
        assertThat(((RunOutcome.Parked<Node>) outcome).reason()).contains("InterruptedException");
        assertThat(times).isEmpty();
    }

    private enum Policy {
        PARK,
        RETRY_WITH_SAME_KEY,
        RECONCILE
    }

    @ParameterizedTest
    @CsvSource({
        "PARK, true",
        "PARK, false",
        "RETRY_WITH_SAME_KEY, true",
        "RETRY_WITH_SAME_KEY, false",
        "RECONCILE, true",
        "RECONCILE, false"
    })
    void E4_a_call_whose_time_is_over_before_it_is_made_begins_again(Policy policy, boolean isKeyed) {
        holdUpFirstBegin(TIMEOUT);

        RunOutcome<Node> outcome = run(context -> {
            Effect<Charge, Receipt> charge = charge(context, isKeyed).callTimeout(TIMEOUT);
            Effect<Charge, Receipt> declared = switch (policy) {
                case PARK -> charge;
                case RETRY_WITH_SAME_KEY -> charge.retryWithSameKey();
                case RECONCILE -> charge.reconcile(key -> Optional.empty());
            };
            return declared.call(this::charge);
        });

        assertThat(Outcomes.completed(outcome)).hasToString("[r-1]");
        assertThat(times).containsExactly(TIMEOUT);
    }

    @Test
    void E4_a_repeated_call_that_was_held_up_does_not_end_the_doubt_about_the_first_one() {
        List<EffectStatus> seen = new ArrayList<>();
        Consumer<String> look = call -> fixture.memory.effects().find(KEY).forEach(effect -> seen.add(effect.status()));

        RunOutcome<Node> outcome = run(context -> {
            if (context.attempt() == 2) {
                fixture.store.before(look);
                fixture.store.after(call -> {
                    if (call.equals("beginEffect") && seen.size() < 4) {
                        fixture.time.pass(TIMEOUT);
                    }
                });
            }
            return charge(context, true)
                    .callTimeout(TIMEOUT)
                    .retryWithSameKey()
                    .call((key, request) -> loseFirst(context, key, request));
        });

        assertThat(Outcomes.completed(outcome)).hasToString("[r-1]");
        assertThat(times).containsExactly(TIMEOUT);
        assertThat(seen).hasSizeGreaterThan(3).doesNotContain(EffectStatus.FAILED);
    }

    @Test
    void E4_a_lookup_that_takes_too_long_is_interrupted_and_leaves_the_effect_in_doubt() {
        List<String> lookups = new ArrayList<>();
        CountDownLatch never = new CountDownLatch(1);

        RunOutcome<Node> outcome = run(context -> charge(context, false)
                .callTimeout(Duration.ofMillis(100))
                .reconcile(key -> {
                    lookups.add(key);
                    if (lookups.size() == 1) {
                        never.await(20, TimeUnit.SECONDS);
                    }
                    return Optional.of(new Receipt("lookup " + lookups.size()));
                })
                .call((key, request) -> loseFirst(context, key, request)));

        assertThat(Outcomes.completed(outcome)).hasToString("[lookup 2]");
        assertThat(times).isEmpty();
    }
}
