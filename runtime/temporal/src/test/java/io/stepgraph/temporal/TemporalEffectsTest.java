package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Effects of runs on Temporal happen once: their ledger is the workflow. */
@Timeout(120)
@Tag("E1")
@Tag("E3")
@Tag("E4")
final class TemporalEffectsTest extends TemporalServer {

    private record Refund(int cents) {}

    private record Receipt(String id) {}

    /** What the remote system has performed, by key. */
    private final Map<String, String> performed = new ConcurrentHashMap<>();

    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** The first call hangs after the remote system has performed it. */
    private final CountDownLatch inside = new CountDownLatch(1);

    private final CountDownLatch never = new CountDownLatch(1);

    private TestGraph<Notes> paying(UnaryOperator<Effect<Refund, Receipt>> policy, boolean hangs) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).effects("refund"), (notes, input, context) -> {
                    Effect<Refund, Receipt> effect = context.once("refund", new Refund(500), Receipt.class);
                    Receipt receipt = policy.apply(effect).call((key, refund) -> {
                        calls.add(key);
                        performed.putIfAbsent(key, "receipt " + performed.size());
                        if (hangs) {
                            inside.countDown();
                            Graphs.uninterrupted(never);
                        }
                        return new Receipt(performed.get(key));
                    });
                    notes.add(receipt.id());
                    return Transition.go(SECOND);
                })
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.end())
                .build();
    }

    /**
     * A worker dies inside the call; the next one has the step. The call of the dead one ends in this process, too late: until
     * then, a later attempt in the same process waits for it (E5).
     */
    private RunClient<Notes, Node> afterACrash(UnaryOperator<Effect<Refund, Receipt>> policy) throws Exception {
        RunClient<Notes, Node> loops = on(open(builder().loopsOnly()), paying(policy, false));
        TemporalEngine dying = open(builder().stepsOnly());
        RunClient<Notes, Node> unused = on(dying, paying(policy, true));
        loops.enqueue("one", Notes.of(), null);
        inside.await();
        dying.die();
        RunClient<Notes, Node> next = on(open(builder().stepsOnly()), paying(policy, false));
        LockSupport.parkNanos(2 * LEASE.toNanos());
        never.countDown();
        return next;
    }

    @Test
    void once_for_all_attempts_of_a_visit() {
        AtomicInteger attempts = new AtomicInteger();
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.retry(3, 10, 1, 10, 0).toEnd(), (notes, input, context) -> {
                    Receipt receipt = context.once("refund", new Refund(500), Receipt.class)
                            .call((key, refund) -> {
                                calls.add(key);
                                return new Receipt("receipt " + refund.cents());
                            });
                    if (attempts.incrementAndGet() < 3) {
                        throw new TransientException("later");
                    }
                    notes.add(receipt.id());
                    return Transition.end();
                })
                .build());

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[receipt 500]");
        assertThat(calls).hasSize(1);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void a_call_whose_end_is_not_known_parks_until_a_person_decides() throws Exception {
        RunClient<Notes, Node> runs = afterACrash(effect -> effect);

        assertThat(Outcomes.parked(runs.await("one")).reason()).contains("'refund'", "in doubt");
        List<EffectInDoubt> inDoubt = runs.effectsInDoubt("one");
        assertThat(inDoubt).hasSize(1);
        assertThat(inDoubt.get(0).key()).isEqualTo(calls.get(0));
        inDoubt.get(0).done("{\"id\":\"found by ann\"}", "ann");

        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[found by ann]");
        assertThat(calls).hasSize(1);
    }

    @Test
    void what_a_person_says_was_not_performed_is_called_again() throws Exception {
        RunClient<Notes, Node> runs = afterACrash(effect -> effect);
        Outcomes.parked(runs.await("one"));

        runs.effectsInDoubt("one").get(0).notPerformed("ann");

        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[receipt 0]");
        assertThat(calls).hasSize(2).containsOnly(calls.get(0));
    }

    @Test
    void a_call_that_may_be_repeated_is_made_again_with_its_key() throws Exception {
        RunClient<Notes, Node> runs = afterACrash(Effect::retryWithSameKey);

        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[receipt 0]");
        assertThat(calls).hasSize(2).containsOnly(calls.get(0));
        assertThat(performed).hasSize(1);
    }

    @Test
    void a_call_is_reconciled_once_its_time_is_over() throws Exception {
        RunClient<Notes, Node> runs = afterACrash(effect -> effect.callTimeout(Duration.ofMillis(500))
                .reconcile(key -> Optional.ofNullable(performed.get(key)).map(Receipt::new)));

        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[receipt 0]");
        assertThat(calls).hasSize(1);
    }

    @Test
    @Tag("E2")
    void a_business_key_is_refused_before_the_call() {
        RunClient<Notes, Node> runs = on(paying(effect -> effect.key("order-1"), false));

        assertThat(Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED)
                        .failure()
                        .message())
                .contains("TemporalEngine has no business keys");
        assertThat(calls).isEmpty();
    }

    @Test
    @Tag("E7")
    void a_run_that_ends_in_a_call_tells_its_effect_in_doubt() throws Exception {
        RunClient<Notes, Node> runs = on(paying(effect -> effect, true));
        runs.enqueue("one", Notes.of(), null);
        inside.await();

        runs.cancel("one", "ann");

        assertThat(runs.await("one").toString()).contains("Cancelled", "refund");
        never.countDown();
    }
}
