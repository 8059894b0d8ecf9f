package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.OtherClock;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Workers execute a run alone that was in progress in too many processes that died (R6). */
@Isolated("Its runs are alone in their process.")
@Tag("L5")
@Tag("R6")
final class SuspectRunTest extends WorkerFixture {
    /** Longer than a test takes to begin a step, and shorter than its patience. */
    private static final Duration SOON = Duration.ofMillis(300);

    private final List<String> begun = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();

    private final TestGraph<Notes> graph = TestGraph.of(Notes.class)
            .goes(FIRST, SECOND, (notes, ctx) -> step(ctx.runId() + " first"))
            .ends(SECOND, (notes, ctx) -> step(ctx.runId() + " second"));

    @AfterEach
    void letAllGo() {
        held.values().forEach(CountDownLatch::countDown);
    }

    private void step(String name) throws InterruptedException {
        begun.add(name);
        CountDownLatch latch = held.get(name);
        if (latch == null) {
            TimeUnit.MILLISECONDS.sleep(1);
        } else {
            latch.await();
        }
    }

    private void hold(String step) {
        held.put(step, new CountDownLatch(1));
    }

    private void letGo(String step) {
        Objects.requireNonNull(held.get(step)).countDown();
    }

    private Worker worker(UnaryOperator<WorkerBuilder> config) {
        return worker(graph, builder -> config.apply(builder.maxCrashes(1).pollInterval(Duration.ofMillis(5))));
    }

    private RunClient<Notes, Node> runs() {
        return runner(builder -> builder.maxCrashes(1)).client(graph, new Object());
    }

    /** A run that becomes suspect when its owner is taken for dead. */
    private void abandoned(String id) {
        orphan(graph, id, new Owner("far away", "boot", 7, 8, "gone"), SOON);
    }

    private void awaitStep(String step) throws InterruptedException {
        await(step, () -> begun.contains(step));
    }

    private void awaitEnd(String id) throws InterruptedException {
        await(id, () -> stored(id).status() == Status.COMPLETED);
    }

    @Test
    void it_begins_when_nothing_else_is_in_progress_and_nothing_begins_beside_it() throws Exception {
        hold("long first");
        hold("suspect first");
        abandoned("suspect");
        runs().enqueue("long", Notes.of(), null);
        Worker worker = worker(builder -> builder);
        awaitStep("long first");
        await("the claim", () -> stored("suspect").isLeaseOver());
        TimeUnit.MILLISECONDS.sleep(100);
        runs().enqueue("later", Notes.of(), null);
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(begun).containsExactly("long first");

        letGo("long first");
        awaitStep("suspect first");
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(begun).containsExactly("long first", "long second", "suspect first");
        assertThat(worker.status().running()).isEqualTo(1);
        assertThat(stored("suspect").checkpoint().crashes()).isEqualTo(1);
        assertThat(stored("suspect").countsCrash()).isTrue();

        letGo("suspect first");
        awaitEnd("suspect");
        awaitEnd("later");
    }

    @Test
    void it_is_suspect_no_longer_in_its_next_visit() throws Exception {
        hold("suspect second");
        abandoned("suspect");
        worker(builder -> builder);
        awaitStep("suspect second");
        runs().enqueue("later", Notes.of(), null);

        awaitEnd("later");
        assertThat(stored("suspect").status()).isEqualTo(Status.RUNNING);
    }

    @Test
    void a_worker_waits_for_no_longer_than_a_lease_to_be_alone() throws Exception {
        hold("long first");
        abandoned("suspect");
        runs().enqueue("long", Notes.of(), null);
        worker(builder -> builder.lease(Duration.ofMillis(500)));
        awaitStep("long first");
        await("the claim", () -> stored("suspect").isLeaseOver());
        runs().enqueue("later", Notes.of(), null);

        awaitEnd("later");
        assertThat(begun).doesNotContain("suspect first");
    }

    @Test
    void it_may_wait_for_a_run_that_only_its_own_worker_executes() throws Exception {
        hold("suspect first");
        abandoned("suspect");
        AtomicLong passed = new AtomicLong();
        worker(builder -> builder.clock(new OtherClock(MachineClock.system()) {
            @Override
            public long nanos() {
                return super.nanos() + passed.get();
            }
        }));
        awaitStep("suspect first");
        runs().enqueue("awaited", Notes.of(), null);
        passed.set(Duration.ofHours(1).toNanos());

        awaitEnd("awaited");
        assertThat(stored("suspect").countsCrash()).isFalse();
    }

    @Test
    void it_gets_its_turn_while_short_runs_keep_a_worker_busy() throws Exception {
        RunClient<Notes, Node> runs = runs();
        for (int i = 0; i < 2_000; i++) {
            runs.enqueue("short-" + i, Notes.of(), null);
        }
        worker(builder -> builder.concurrency(2));
        abandoned("suspect");

        awaitEnd("suspect");
        assertThat(stored("short-" + 1_999).status()).isEqualTo(Status.QUEUED);
    }

    @Test
    void a_worker_notes_that_it_is_asked_to_stop_although_its_store_does_not_answer_at_once() throws Exception {
        hold("one first");
        runs().enqueue("one", Notes.of(), null);
        WatchedStore watched = new WatchedStore(store);
        watched.failing("forgiveCrashes", 2);
        Worker worker = worker(watched.store(), graph, builder -> builder);
        awaitStep("one first");
        Thread closing = new Thread(worker::close);
        closing.start();

        await("the mark", () -> !stored("one").countsCrash());
        letGo("one first");
        closing.join();
    }

    @Test
    void several_are_executed_one_after_the_other_before_the_runs_that_were_claimed_with_them() throws Exception {
        for (String id : List.of("a", "b", "c")) {
            abandoned(id);
            hold(id + " first");
        }
        await("the end of the leases", () -> stored("c").isLeaseOver());
        runs().enqueue("later", Notes.of(), null);
        Worker worker = worker(builder -> builder);

        for (int i = 1; i <= 3; i++) {
            int so = i;
            await(
                    "step " + so,
                    () -> begun.stream().filter(step -> step.endsWith("first")).count() == so);
            TimeUnit.MILLISECONDS.sleep(50);
            assertThat(worker.status().running()).isEqualTo(1);
            letGo(begun.get(begun.size() - 1));
        }
        awaitEnd("later");
        assertThat(begun.indexOf("later first")).isGreaterThan(4);
    }

    @Test
    void no_other_worker_of_the_process_claims_beside_it() throws Exception {
        hold("suspect first");
        abandoned("suspect");
        Worker first = worker(builder -> builder);
        awaitStep("suspect first");
        Worker second = worker(builder -> builder);
        runs().enqueue("later", Notes.of(), null);
        TimeUnit.MILLISECONDS.sleep(150);
        assertThat(first.status().claimed() + second.status().claimed()).isEqualTo(1);

        letGo("suspect first");
        awaitEnd("later");
    }

    @Test
    void a_call_executes_it_at_once_and_its_death_counts_only_if_it_is_alone() throws Exception {
        hold("beside first");
        hold("suspect first");
        abandoned("suspect");
        runs().enqueue("beside", Notes.of(), null);
        worker(builder -> builder);
        awaitStep("beside first");
        RunClient<Notes, Node> runs = runs();
        Thread call = new Thread(() -> runs.resume("suspect"));
        call.start();

        awaitStep("suspect first");
        assertThat(stored("suspect").countsCrash()).isFalse();
        letGo("suspect first");
        call.join();
    }

    @Test
    @Tag("C7")
    void an_agent_that_a_call_executes_is_alone_too() throws Exception {
        String second = "caller//first.1/agent.2";
        TestGraph<Notes> agent = TestGraph.of(Notes.class).name("agent").ends(FIRST, (notes, ctx) -> {
            step(ctx.runId());
            if (begun.size() == 2) {
                abandon(second, new Owner("far away", "boot", 7, 8, "gone"), SOON);
            }
        });
        TestGraph<Notes> caller = TestGraph.of(Notes.class)
                .name("caller")
                .calls(
                        FIRST,
                        s -> s.to(SECOND).calls(true, 3, agent.agent("agent")),
                        (notes, input, context) -> Transition.call(List.of(Notes.of(), Notes.of(), Notes.of())),
                        ends -> Transition.go(SECOND))
                .ends(SECOND);
        hold("long first");
        hold(second);
        Thread other = new Thread(() -> runs().run("long", Notes.of(), null));
        other.start();
        awaitStep("long first");
        RunClient<Notes, Node> callers =
                runner(builder -> builder.maxCrashes(1).parallel(1)).client(caller, new Object());
        Thread call = new Thread(() -> callers.run("caller", Notes.of(), null));
        call.start();
        awaitStep("caller//first.1/agent.3");
        await("the end of the lease", () -> stored(second).isLeaseOver());
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(begun).doesNotContain(second);

        letGo("long first");
        awaitStep(second);
        assertThat(stored(second).checkpoint().crashes()).isEqualTo(1);
        assertThat(stored(second).countsCrash()).isTrue();
        letGo(second);
        call.join();
        other.join();
        assertThat(stored("caller").status()).isEqualTo(Status.COMPLETED);
    }
}
