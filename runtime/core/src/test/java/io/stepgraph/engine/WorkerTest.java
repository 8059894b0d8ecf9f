package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Printed;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers continue the runs that nobody executes. */
@Tag("L5")
final class WorkerTest extends WorkerFixture {
    private final List<String> executed = Collections.synchronizedList(new ArrayList<>());

    private interface Body {
        void run(Notes notes, String runId, int attempt) throws Exception;
    }

    private TestGraph<Notes> graph(Body body) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).retry(3, 300, 1, 300, 0, TransientException.class), (notes, in, ctx) -> {
                    executed.add(ctx.runId());
                    body.run(notes, ctx.runId(), ctx.attempt());
                    return Transition.go(SECOND);
                })
                .ends(SECOND);
    }

    private TestGraph<Notes> graph() {
        return graph((notes, id, attempt) -> {});
    }

    private static TestGraph<Notes> asking() {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, String.class, FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, in, ctx) -> Transition.end());
    }

    private Worker worker(TestGraph<Notes> graph) {
        return worker(graph, builder -> builder);
    }

    private @Nullable StoredRun found(String id) {
        return store.runs().find(new RunKey("default", id));
    }

    private boolean isAt(String id, Status status) {
        StoredRun run = found(id);
        return run != null && run.status() == status;
    }

    private void awaitStatus(String id, Status status) throws InterruptedException {
        await(id + " is " + status, () -> isAt(id, status));
    }

    @Test
    void a_queued_run_waits_for_a_worker_and_is_executed() throws Exception {
        TestGraph<Notes> graph = graph();
        assertThat(runs(graph).enqueue("one", Notes.of(), null)).isTrue();
        assertThat(stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(executed).isEmpty();

        Worker worker = worker(graph);
        awaitStatus("one", Status.COMPLETED);
        assertThat(executed).containsExactly("one");
        await("the count", () -> worker.status().running() == 0);
        assertThat(worker.status()).isEqualTo(new WorkerStatus(WorkerStatus.State.RUNNING, 0, 16, 1, 0, 0));
    }

    @Test
    @Tag("R3")
    void a_run_is_stored_once_and_other_values_are_a_conflict() {
        RunClient<Notes, Node> runs = runs(graph());
        assertThat(runs.enqueue("one", Notes.of("a"), null)).isTrue();
        assertThat(runs.enqueue("one", Notes.of("a"), null)).isFalse();
        assertThatThrownBy(() -> runs.enqueue("one", Notes.of("b"), null)).isInstanceOf(StartConflictException.class);
    }

    @Test
    void a_start_above_maxQueued_is_rejected_and_not_stored() {
        RunClient<Notes, Node> runs = runner(builder -> builder.maxQueued(2)).client(graph(), new Object());
        runs.enqueue("one", Notes.of(), null);
        runs.enqueue("two", Notes.of(), null);
        assertThatThrownBy(() -> runs.enqueue("three", Notes.of(), null))
                .isInstanceOf(QueueFullException.class)
                .hasMessageContainingAll("three", "'test'", "maximum of 2");
        assertThat(found("three")).isNull();
        assertThatThrownBy(() -> Runner.builder(store).maxQueued(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_answer_is_never_rejected_and_lets_the_run_continue_in_a_worker() throws Exception {
        TestGraph<Notes> graph = asking();
        Runner web = runner(builder -> builder.maxQueued(1));
        RunClient<Notes, Node> runs = web.client(graph, new Object());
        runs.enqueue("one", Notes.of(), null);
        Worker first = worker(graph);
        awaitStatus("one", Status.WAITING);
        first.close();
        runs.enqueue("two", Notes.of(), null);

        web.as(Actor.named("ann")).answer(ticket("one"), "\"yes\"");
        assertThat(stored("one").status()).isEqualTo(Status.QUEUED);
        worker(graph);
        awaitStatus("one", Status.COMPLETED);
    }

    private String ticket(String id) {
        StoredRun run = stored(id);
        StopReason.QuestionAsked asked = (StopReason.QuestionAsked) Objects.requireNonNull(run.stopReason());
        return new Ticket(
                        "default",
                        id,
                        run.runNumber(),
                        run.checkpoint().visit(),
                        run.checkpoint().step(),
                        asked.nonce())
                .id();
    }

    @Test
    void a_start_time_is_kept() throws Exception {
        TestGraph<Notes> graph = graph();
        RunClient<Notes, Node> runs = runs(graph);
        runs.with(StartOptions.NONE.startAfter(Duration.ofMillis(400))).enqueue("later", Notes.of(), null);
        runs.with(StartOptions.NONE.startAt(Instant.now().plusSeconds(3_600))).enqueue("tomorrow", Notes.of(), null);
        runs.with(StartOptions.NONE.startAt(Instant.EPOCH)).enqueue("now", Notes.of(), null);
        worker(graph);
        awaitStatus("later", Status.COMPLETED);
        assertThat(executed).containsExactly("now", "later");
        assertThat(stored("tomorrow").status()).isEqualTo(Status.QUEUED);
    }

    @Test
    void a_program_waits_for_a_run_that_a_worker_executes() {
        TestGraph<Notes> graph = asking();
        Runner web = runner(builder -> builder);
        RunClient<Notes, Node> runs = web.client(graph, new Object());
        runs.enqueue("one", Notes.of(), null);
        assertThrown(
                WaitTimeoutException.class,
                () -> runner(builder -> builder.waitTimeout(Duration.ofMillis(50)))
                        .client(graph, new Object())
                        .await("one"),
                "QUEUED");
        worker(graph);
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.await("one"));
        web.answer(asked.ticket().id(), "\"yes\"");
        assertThat(Outcomes.completed(runs.await("one"))).isNotNull();
        assertThatThrownBy(() -> runs.await("none")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void labels_are_checked() {
        StartOptions full = Stream.iterate(1, i -> i + 1)
                .limit(32)
                .reduce(StartOptions.NONE, (options, i) -> options.label("l" + i, "v"), (a, b) -> a);
        assertThat(full.label("l1", "other").labels()).hasSize(32).containsEntry("l1", "other");
        assertThatThrownBy(() -> full.label("one more", "v")).hasMessageContainingAll("32", "one more");
        assertThatThrownBy(() -> full.label("", "v")).isInstanceOf(IllegalArgumentException.class);
        assertThrown(IllegalArgumentException.class, () -> StartOptions.NONE.startAfter(Duration.ofMillis(-1)));
    }

    @Test
    @Tag("R4")
    void a_run_of_a_process_that_is_proven_dead_continues_before_its_lease_is_over() throws Exception {
        TestGraph<Notes> graph = graph();
        orphan(graph, "one", Fixture.dead(OwnerIdentity.ofNewRunner()), Duration.ofDays(1));
        worker(graph, builder -> builder.pollInterval(Duration.ofMillis(100)));
        awaitStatus("one", Status.COMPLETED);
    }

    @Test
    @Tag("S2")
    void a_run_that_cannot_be_read_is_not_tried_again_at_once() throws Exception {
        TestGraph<Notes> graph = graph();
        orphan(graph, "one", new Owner("far away", "boot", 7, 8, "gone"), Duration.ofMillis(100));
        runs(graph).enqueue("two", Notes.of(), null);
        WatchedStore watched = new WatchedStore(store).damaged(key -> key.id().equals("one"));
        Worker worker = worker(watched.store(), graph, builder -> builder);
        awaitStatus("two", Status.COMPLETED);
        await("the failure", () -> worker.status().notContinued() == 1);
        TimeUnit.MILLISECONDS.sleep(200);
        assertThat(worker.status().notContinued()).isEqualTo(1);
    }

    @Test
    @Tag("S2")
    void a_run_behind_a_new_gate_is_refused_once_and_left_to_other_builds() throws Exception {
        TestGraph<Notes> ungated = gated();
        TestGraph<Notes> gated = TestGraph.of(Notes.class)
                .asks(ASK, String.class, GATED)
                .goes(FIRST, ASK)
                .step(GATED, s -> s.gatedBy(ASK, String.class).toEnd(), (notes, in, ctx) -> Transition.end());
        RunClient<Notes, Node> runs = runs(ungated);
        Outcomes.parked(runs.run("one", Notes.of(), null));
        runs.as(Actor.named("ann")).mode("one", PermissionMode.ACCEPT_EDITS);
        AtomicInteger claims = new AtomicInteger();
        WatchedStore watched = new WatchedStore(store).before("claim", claims::incrementAndGet);

        Worker newer = closed(Worker.builder(watched.store())
                .graphs(new TestAgent<>(gated))
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .build());
        Printed printed = Printed.by(() -> assertThatCode(() -> {
                    newer.start();
                    await("the refusal", () -> newer.status().notContinued() == 1);
                    // As after the ten seconds of the claim.
                    runs.as(Actor.named("ann")).mode("one", PermissionMode.PLAN);
                    runs.as(Actor.named("ann")).mode("one", PermissionMode.ACCEPT_EDITS);
                    int before = claims.get();
                    await("more claims", () -> claims.get() > before + 2);
                    runs(gated).enqueue("two", Notes.of(), null);
                    awaitStatus("two", Status.WAITING);
                })
                .doesNotThrowAnyException());
        assertThat(printed.only("leaves run 'one'")).contains("to other builds", "step 'gated'");
        assertThat(newer.status().claimed()).isEqualTo(2);
        assertThat(newer.status().notContinued()).isEqualTo(1);
        assertThat(isAt("one", Status.WAITING)).isTrue();

        Worker older = worker(ungated, builder -> builder.maxMode(PermissionMode.ACCEPT_EDITS));
        awaitStatus("one", Status.COMPLETED);
        older.close();
    }

    @Test
    @Tag("R6")
    void a_delayed_run_takes_no_slot() throws Exception {
        TestGraph<Notes> graph = graph((notes, id, attempt) -> {
            if (id.equals("slow") && attempt == 1) {
                throw new TransientException("busy");
            }
        });
        RunClient<Notes, Node> runs = runs(graph);
        runs.enqueue("slow", Notes.of(), null);
        // The delay of the retry is longer than half a lease, so that the run is released.
        worker(graph, builder -> builder.concurrency(1).lease(Duration.ofMillis(400)));
        await("the first attempt", () -> executed.size() == 1);
        runs.enqueue("quick", Notes.of(), null);
        awaitStatus("slow", Status.COMPLETED);
        assertThat(executed).containsExactly("slow", "quick", "slow");
    }

    @ParameterizedTest
    @CsvSource({"3, 10", "130, 150"})
    void a_worker_fills_its_slots_and_no_more(int slots, int all) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        TestGraph<Notes> graph = graph((notes, id, attempt) ->
                assertThat(go.await(20, TimeUnit.SECONDS)).isTrue());
        RunClient<Notes, Node> runs = runs(graph);
        for (int i = 0; i < all; i++) {
            runs.enqueue("run-" + i, Notes.of(), null);
        }
        Worker worker = worker(graph, builder -> builder.concurrency(slots));
        await("the slots", () -> executed.size() == slots);
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(executed).hasSize(slots);
        assertThat(worker.status().running()).isEqualTo(slots);
        go.countDown();
        await("all", () -> executed.size() == all && worker.status().running() == 0);
    }

    @Test
    void a_worker_leaves_other_namespaces_graphs_and_steps_alone() throws Exception {
        TestGraph<Notes> graph = graph();
        TestGraph<Notes> other = TestGraph.of(Notes.class).name("other").ends(FIRST);
        TestGraph<Notes> newer =
                TestGraph.of(Notes.class).named(FIRST, "renamed").ends(FIRST);
        runs(other).enqueue("other", Notes.of(), null);
        runs(newer).enqueue("newer", Notes.of(), null);
        runner(builder -> builder.namespace("b")).client(graph, new Object()).enqueue("elsewhere", Notes.of(), null);
        runs(graph).enqueue("mine", Notes.of(), null);

        Worker worker = worker(graph, builder -> builder.namespaces("default"));
        awaitStatus("mine", Status.COMPLETED);
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(worker.status().claimed()).isEqualTo(1);
        assertThat(executed).containsExactly("mine");
        assertThat(stored("newer").revision()).isEqualTo(1);
    }

    @Test
    void closing_drains_claims_nothing_more_and_counts_no_crash() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        TestGraph<Notes> graph = graph((notes, id, attempt) -> {
            notes.add(id);
            assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
        });
        runs(graph).enqueue("one", Notes.of(), null);
        Worker worker = worker(graph, builder -> builder.concurrency(1));
        await("the step", () -> executed.size() == 1);
        runs(graph).enqueue("two", Notes.of(), null);
        Thread closing = new Thread(worker::close);
        closing.start();
        await("the mark", () -> !stored("one").countsCrash());
        await("the wait for the step", () -> closing.getState() == Thread.State.TIMED_WAITING);
        assertThat(worker.status().state()).isEqualTo(WorkerStatus.State.DRAINING);
        go.countDown();
        closing.join(PATIENCE.toMillis());

        assertThat(worker.status().state()).isEqualTo(WorkerStatus.State.CLOSED);
        assertThat(worker.status().claimed()).isEqualTo(1);
        StoredRun released = stored("one");
        assertThat(released.status()).isEqualTo(Status.QUEUED);
        assertThat(released.checkpoint().step()).isEqualTo("second");
        assertThat(released.checkpoint().crashes()).isZero();
        worker(graph);
        awaitStatus("one", Status.COMPLETED);
        awaitStatus("two", Status.COMPLETED);
        assertThat(executed).containsExactly("one", "two");
    }

    @Test
    @Tag("M2")
    void a_run_above_the_workers_maxMode_is_left_to_a_worker_with_a_higher_one() throws Exception {
        TestGraph<Notes> graph = gated();
        runner(builder -> builder.maxMode(PermissionMode.ACCEPT_EDITS))
                .client(graph, new Object())
                .enqueue("one", Notes.of(), null);
        Worker low = worker(graph);
        awaitStatus("one", Status.WAITING);
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(low.status().claimed()).isEqualTo(1);
        worker(graph, builder -> builder.maxMode(PermissionMode.ACCEPT_EDITS));
        awaitStatus("one", Status.COMPLETED);
    }

    @Test
    @Tag("M2")
    void a_run_whose_step_requires_more_than_the_workers_maxMode_is_left_to_a_worker_with_a_higher_one()
            throws Exception {
        TestGraph<Notes> graph = requiring();
        runner(builder -> builder.maxMode(PermissionMode.ACCEPT_EDITS))
                .client(graph, new Object())
                .enqueue("one", Notes.of(), null);
        Worker low = worker(graph);
        awaitStatus("one", Status.WAITING);

        worker(graph, builder -> builder.maxMode(PermissionMode.ACCEPT_EDITS));

        awaitStatus("one", Status.COMPLETED);
        assertThat(low.status().claimed()).isEqualTo(1);
    }

    @Test
    @Tag("M2")
    void a_run_whose_step_requires_a_higher_mode_continues_in_a_worker_once_its_mode_is_raised() throws Exception {
        TestGraph<Notes> graph = requiring();
        RunClient<Notes, Node> runs =
                runner(builder -> builder.startMode(PermissionMode.PLAN)).client(graph, new Object());
        runs.enqueue("one", Notes.of(), null);
        worker(graph, builder -> builder.maxMode(PermissionMode.ACCEPT_EDITS));
        awaitStatus("one", Status.WAITING);

        runs.as(Actor.named("ann")).mode("one", PermissionMode.ACCEPT_EDITS);

        awaitStatus("one", Status.COMPLETED);
    }

    private static TestGraph<Notes> requiring() {
        return TestGraph.of(Notes.class).ends(FIRST, (notes, context) -> context.require(PermissionMode.ACCEPT_EDITS));
    }

    @Test
    void two_agents_of_one_class_each_take_the_runs_of_their_name() throws Exception {
        var support = answering("support").named("support");
        var sales = answering("sales").json(mapper -> {}).named("sales").json(mapper -> {});
        Runner runner = runner(builder -> builder);
        support.on(runner).enqueue("one", Notes.of(), null);
        sales.on(runner).enqueue("two", Notes.of(), null);

        closed(Worker.builder(store).graphs(support, sales).build().start());

        awaitStatus("one", Status.COMPLETED);
        awaitStatus("two", Status.COMPLETED);
        assertThat(Outcomes.completed(support.on(runner).resume("one"))).hasToString("[support]");
        assertThat(Outcomes.completed(sales.on(runner).resume("two"))).hasToString("[sales]");
    }

    private static TestAgent<Notes> answering(String name) {
        return new TestAgent<>(TestGraph.of(Notes.class).ends(FIRST, (notes, context) -> notes.add(name)));
    }

    private static TestGraph<Notes> gated() {
        return TestGraph.of(Notes.class)
                .goes(FIRST, GATED)
                .step(
                        GATED,
                        s -> s.toEnd().requires(PermissionMode.ACCEPT_EDITS),
                        (notes, in, ctx) -> Transition.end());
    }

    @Test
    @Tag("R7")
    void a_failed_run_that_was_opened_again_without_its_classes_continues_in_a_worker() throws Exception {
        TestGraph<Notes> graph = graph((notes, id, attempt) -> {
            if (executed.size() == 1) {
                throw new IllegalStateException("broken");
            }
        });
        runs(graph).enqueue("one", Notes.of(), null);
        Worker worker = worker(graph);
        awaitStatus("one", Status.FAILED);
        await("the count", () -> worker.status().failed() == 1);
        List<RunEvent> events = new ArrayList<>();
        Runner console = runner(builder -> builder.observer(events::add));
        console.as(Actor.named("ann")).retry("one");
        awaitStatus("one", Status.COMPLETED);
        assertThat(events).containsExactly(new RunEvent.Reopened("one", "first", 1, "ann"));
        assertThat(worker.status().failed()).isEqualTo(1);
        assertThat(worker.status().notContinued()).isZero();
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> console.retry("one"), "COMPLETED");
        assertThatThrownBy(() -> console.retry("none")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    @Tag("R7")
    void failed_runs_that_were_opened_again_without_a_name_have_none() {
        TestGraph<Notes> graph = graph((notes, id, attempt) -> {
            throw new IllegalStateException("broken");
        });
        assertThat(runs(graph).run("one", Notes.of(), null)).isInstanceOf(RunOutcome.Failed.class);
        List<RunEvent> events = new ArrayList<>();
        Runner console = runner(builder -> builder.observer(events::add));
        assertThat(console.retryAll(RunQuery.ALL)).isEqualTo(1);
        assertThat(events).containsExactly(new RunEvent.Reopened("one", "first", 1, null));
    }

    @Test
    @Tag("R7")
    void a_run_that_is_opened_again_before_its_worker_has_let_it_go_does_not_wait_for_the_end_of_the_claim()
            throws Exception {
        TestGraph<Notes> graph = graph((notes, id, attempt) -> {
            if (executed.size() == 1) {
                throw new IllegalStateException("broken");
            }
        });
        runs(graph).enqueue("one", Notes.of(), null);
        Runner console = runner(builder -> builder);
        WatchedStore watched = new WatchedStore(store).before(call -> {
            // A worker looks for effects in doubt between the end of a run and letting go of it.
            if (call.equals("effects") && isAt("one", Status.FAILED)) {
                console.retry("one");
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        });
        long begun = System.nanoTime();
        worker(watched.store(), graph, builder -> builder);
        awaitStatus("one", Status.COMPLETED);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    @Tag("L4")
    void the_end_of_a_tenant_removes_everything_of_it_and_nothing_else() {
        TestGraph<Notes> graph = graph();
        Runner tenant = runner(builder -> builder.namespace("tenant"));
        RunClient<Notes, Node> chat = tenant.client(graph, new Object(), "chat");
        assertThat(chat.run("one", Notes.of("remember"), null)).isNotNull();
        tenant.client(graph, new Object()).enqueue("two", Notes.of(), null);
        runs(graph).enqueue("one", Notes.of(), null);

        assertThat(runner(builder -> builder).deleteAll("tenant")).isEqualTo(2);
        assertThat(tenant.list(RunQuery.ALL).runs()).isEmpty();
        assertThat(store.log().thread(new ThreadKey("tenant", "chat"))).isNull();
        assertThat(stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(runner(builder -> builder).deleteAll("tenant")).isZero();
    }

    @Test
    void a_claim_that_returns_after_the_stop_is_given_back() throws Exception {
        TestGraph<Notes> graph = graph();
        RunClient<Notes, Node> runs = runs(graph);
        for (int i = 0; i < 10; i++) {
            runs.enqueue("run-" + i, Notes.of(), null);
        }
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WatchedStore watched = new WatchedStore(store).after("claim", () -> {
            claimed.countDown();
            Graphs.uninterrupted(goOn);
        });
        Worker worker = worker(watched.store(), graph, builder -> builder);
        claimed.await();
        Thread closing = new Thread(worker::close);
        closing.start();
        await("the close waits for the claim", () -> closing.getState() == Thread.State.WAITING);

        goOn.countDown();

        closing.join();
        assertThat(store.queue().claim(all(graph))).hasSize(10);
        assertThat(executed).isEmpty();
    }

    private static ClaimRequest all(TestGraph<Notes> graph) {
        return new ClaimRequest(
                graph.spec().name(),
                Set.of("first"),
                Set.of(),
                PermissionMode.BYPASS_PERMISSIONS,
                ClaimRequest.NO_LIMIT,
                null,
                PATIENCE,
                100,
                Map.of());
    }

    @Test
    void a_worker_is_built_with_at_least_one_graph_and_started_once() {
        assertThrown(IllegalStateException.class, () -> Worker.builder(store).build(), "graphs");
        TestAgent<Notes> agent = new TestAgent<>(graph());
        assertThrown(
                IllegalStateException.class,
                () -> Worker.builder(store).graphs(agent, agent).build(),
                "twice");
        assertThatThrownBy(() -> Worker.builder(store).concurrency(0)).isInstanceOf(IllegalArgumentException.class);
        Worker worker = closed(Worker.builder(store).graphs(agent).build());
        assertThat(worker.status().state()).isEqualTo(WorkerStatus.State.NEW);
        worker.start();
        assertThatThrownBy(worker::start).isInstanceOf(IllegalStateException.class);
        worker.close();
        worker.close();
        assertThatThrownBy(worker::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_worker_survives_a_store_that_does_not_answer() throws Exception {
        TestGraph<Notes> graph = graph();
        WatchedStore watched = new WatchedStore(store);
        worker(watched.store(), graph, builder -> builder);
        watched.failing("claim", Integer.MAX_VALUE);
        runs(graph).enqueue("one", Notes.of(), null);
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(executed).isEmpty();
        watched.before(call -> {});
        awaitStatus("one", Status.COMPLETED);
    }
}
