package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.temporal.api.workflowservice.v1.RegisterNamespaceRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** A server of Temporal that is killed, is away, and deletes its runs. Each test starts a server of its own. */
@Timeout(240)
@EnabledIfEnvironmentVariable(named = "TEMPORAL_ADDRESS", matches = ".+")
final class ServerTroubleIT {
    private static final Object AGENT = new Object();
    private static final int PAYMENTS = 6;
    private static final Duration OUTAGE = Duration.ofSeconds(75);
    private static final String SHORT = "short retention";

    @TempDir
    Path folder;

    /** A remote system: how often it was called with each key. */
    private final Map<String, Integer> bank = new ConcurrentHashMap<>();

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void endCallers() {
        callers.shutdownNow();
    }

    /** What a visit does besides its payment. */
    private interface Work {
        void on(StepContext<String> context) throws Exception;
    }

    /** What is done before a payment and in its call, and what is done if the call is cut off. */
    private record Payment(Work before, Work inside, UnaryOperator<Effect<Integer, String>> policy) {}

    /** Pays in each of six visits, with a question in the middle. */
    private TestGraph<Notes> paying(Payment payment) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST, ASK), (notes, input, context) -> {
                    pay(notes, context, payment);
                    return Transition.go(notes.count < PAYMENTS / 2 ? FIRST : ASK);
                })
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(SECOND).answeredBy(ValueType.of(String.class)),
                        answer -> SECOND,
                        (notes, input, context) -> Transition.ask("Shall I go on?"))
                .step(SECOND, s -> s.takes(ValueType.of(String.class)).to(THIRD), (notes, input, context) -> {
                    notes.add((String) input);
                    pay(notes, context, payment);
                    return Transition.go(THIRD);
                })
                .step(THIRD, s -> s.to(THIRD).toEnd(), (notes, input, context) -> {
                    pay(notes, context, payment);
                    return notes.count < PAYMENTS ? Transition.go(THIRD) : Transition.end();
                })
                .build();
    }

    private void pay(Notes notes, StepContext<String> context, Payment payment) throws Exception {
        notes.count++;
        payment.before().on(context);
        String key = payment.policy()
                .apply(context.once("pay", notes.count, String.class))
                .call((given, amount) -> {
                    bank.merge(given, 1, Integer::sum);
                    payment.inside().on(context);
                    return given;
                });
        assertThat(bank).containsKey(key);
        notes.add("payment " + notes.count + " in visit " + context.visit());
    }

    private static String result(String answer) {
        return List.of(
                        "payment 1 in visit 1",
                        "payment 2 in visit 2",
                        "payment 3 in visit 3",
                        answer,
                        "payment 4 in visit 5",
                        "payment 5 in visit 6",
                        "payment 6 in visit 7")
                .toString();
    }

    private void assertPaidOnce(int runs) {
        assertThat(bank).hasSize(runs * PAYMENTS);
        assertThat(bank.values()).containsOnly(1);
    }

    private static void until(Callable<Boolean> isReached) throws Exception {
        while (!isReached.call()) {
            Thread.sleep(20);
        }
    }

    /** No effect has a policy, so one that was cut off would park its run. */
    @Test
    @Tag("R4")
    @Tag("E1")
    void R4_E1_runs_and_their_callers_do_not_notice_that_the_server_was_killed() throws Exception {
        int count = 50;
        Work shortly = context -> Thread.sleep(20);
        try (OwnServer server = new OwnServer(folder.resolve("server"));
                TemporalEngine engine = TemporalEngine.builder(server.connect()).build()) {
            RunClient<Notes, Node> runs = engine.client(paying(new Payment(shortly, shortly, effect -> effect)), AGENT);
            List<Future<Object>> ends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String id = "" + i;
                ends.add(callers.submit(() -> {
                    RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run(id, Notes.of(), null));
                    return Outcomes.completed(runs.answer(asked.ticket(), "yes, " + id));
                }));
            }

            for (int payments : List.of(50, 150, 250)) {
                until(() -> bank.size() >= payments || ends.stream().anyMatch(Future::isDone));
                server.kill();
                assertThat(bank.size()).isLessThan(count * PAYMENTS);
                server.start();
            }

            for (int i = 0; i < count; i++) {
                assertThat(ends.get(i).get()).hasToString(result("yes, " + i));
            }
        }
        assertPaidOnce(count);
    }

    /** When the server goes, four runs are about to pay, three are in the call, and three wait for an answer. */
    @Test
    @Tag("R11")
    @Tag("E1")
    @Tag("E4")
    void R11_E1_E4_runs_outlive_a_server_that_is_away_for_longer_than_calls_wait() throws Exception {
        int count = 10;
        CountDownLatch inside = new CountDownLatch(7);
        CountDownLatch away = new CountDownLatch(1);
        Payment payment = new Payment(
                context -> standStill(context, 0, inside, away),
                context -> standStill(context, 1, inside, away),
                effect -> effect.callTimeout(Duration.ofSeconds(30))
                        .reconcile(key -> Optional.ofNullable(bank.containsKey(key) ? key : null)));
        try (OwnServer server = new OwnServer(folder.resolve("server"));
                TemporalEngine engine = TemporalEngine.builder(server.connect())
                        .lease(Duration.ofSeconds(10))
                        .build()) {
            RunClient<Notes, Node> runs = engine.client(paying(payment), AGENT);
            List<Ticket> tickets = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tickets.add(Outcomes.asked(runs.run("" + i, Notes.of(), null)).ticket());
            }
            for (int i = 0; i < count; i++) {
                Ticket ticket = tickets.get(i);
                if (i % 3 != 2) {
                    callers.execute(() -> runs.answer(ticket, "before"));
                }
            }
            inside.await();

            server.stop();
            long stopped = System.nanoTime();
            away.countDown();
            List<Future<?>> calls = List.of(
                    callers.submit(() -> runs.outcome("2")),
                    callers.submit(() -> runs.answer(tickets.get(2), "meanwhile")),
                    callers.submit(() -> runs.enqueue("10", Notes.of(), null)));
            for (Future<?> call : calls) {
                assertThatThrownBy(call::get)
                        .cause()
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("Temporal cannot be reached")
                        .hasMessageContaining("Make the call again. (UNAVAILABLE: ")
                        .hasMessageContaining("127.0.0.1:");
            }
            until(() -> System.nanoTime() - stopped > OUTAGE.toNanos());
            server.start();

            for (int i = 0; i < count; i++) {
                String answer = i % 3 == 2 ? "after" : "before";
                RunOutcome<Node> end = i % 3 == 2 ? runs.answer(tickets.get(i), answer) : runs.await("" + i);
                assertThat(Outcomes.completed(end)).hasToString(result(answer));
            }
            assertThat(runs.enqueue("10", Notes.of(), null)).isTrue();
            Ticket last = Outcomes.asked(runs.await("10")).ticket();
            assertThat(Outcomes.completed(runs.answer(last, "after"))).hasToString(result("after"));
        }
        assertPaidOnce(count + 1);
    }

    /** The visit after the question: every third run waits in it until the server is away. */
    private static void standStill(StepContext<String> context, int rest, CountDownLatch inside, CountDownLatch away)
            throws InterruptedException {
        if (context.visit() == 5 && Integer.parseInt(context.runId()) % 3 == rest) {
            inside.countDown();
            away.await();
        }
    }

    @Test
    @Tag("S3")
    void S3_prune_deletes_the_blobs_of_a_run_that_temporal_has_deleted_after_its_retention() throws Exception {
        try (OwnServer server = new OwnServer(folder.resolve("server"))) {
            WorkflowServiceStubs service = server.connect();
            register(service);
            try (TemporalEngine engine = TemporalEngine.builder(service)
                    .temporalNamespace(SHORT)
                    .blobs(BlobStore.directory(folder.resolve("blobs")))
                    // Each run has earlier executions, which Temporal deletes while the run is open.
                    .visitsPerExecution(1)
                    .build()) {
                RunClient<Notes, Node> runs = engine.client(Graphs.review().build(), AGENT);
                Notes large = Notes.of("x".repeat(100_000));
                RunOutcome.QuestionAsked<Node> open = Outcomes.asked(runs.run("open", large, null));
                RunOutcome.QuestionAsked<Node> over = Outcomes.asked(runs.run("over", large, null));
                Outcomes.completed(runs.answer(over.ticket(), new Graphs.Rejected("no")));
                assertThat(blobs("open")).isNotEmpty();
                assertThat(blobs("over")).isNotEmpty();
                until(() -> isDeleted(service, "stepgraph/default/over"));
                List<Path> kept = blobs("open");
                long deleted = blobs("over").size();

                assertThat(engine.prune(Duration.ofMillis(1))).isEqualTo(deleted);

                assertThat(blobs("over")).isEmpty();
                assertThat(blobs("open")).isEqualTo(kept);
                Outcomes.completed(runs.answer(open.ticket(), new Graphs.Approved("Ann")));
            }
        }
    }

    @Test
    void a_namespace_that_temporal_does_not_have_is_told_and_no_blob_is_deleted() throws Exception {
        try (OwnServer server = new OwnServer(folder.resolve("server"));
                TemporalEngine engine = TemporalEngine.builder(server.connect())
                        .temporalNamespace("gone")
                        .blobs(BlobStore.directory(folder.resolve("blobs")))
                        .clientOnly()
                        .build()) {
            RunClient<Notes, Node> runs = engine.client(Graphs.review().build(), AGENT);
            BlobStore.directory(folder.resolve("blobs"))
                    .put(BlobKeys.of("gone", "stepgraph/default/one", "0".repeat(64)), new byte[] {1});
            List<ThrowingCallable> calls = List.of(
                    () -> runs.enqueue("one", Notes.of(), null),
                    () -> runs.outcome("one"),
                    () -> engine.prune(Duration.ofMillis(-1)));

            assertThat(calls)
                    .allSatisfy(call -> assertThatThrownBy(call)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("Temporal has no namespace 'gone'."));
            assertThat(blobs("one")).hasSize(1);
        }
    }

    private List<Path> blobs(String run) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("blobs"))) {
            return files.filter(file -> Files.isRegularFile(file)
                            && file.getParent().toString().endsWith("%2f" + run))
                    .sorted()
                    .toList();
        }
    }

    /** A namespace of Temporal that keeps ended workflows for a second. */
    private static void register(WorkflowServiceStubs service) {
        service.blockingStub()
                .registerNamespace(RegisterNamespaceRequest.newBuilder()
                        .setNamespace(SHORT)
                        .setWorkflowExecutionRetentionPeriod(com.google.protobuf.Duration.newBuilder()
                                .setSeconds(1)
                                .build())
                        .build());
    }

    private static boolean isDeleted(WorkflowServiceStubs service, String workflowId) {
        try {
            WorkflowClient.newInstance(
                            service,
                            WorkflowClientOptions.newBuilder()
                                    .setNamespace(SHORT)
                                    .build())
                    .newUntypedWorkflowStub(workflowId)
                    .describe();
            return false;
        } catch (WorkflowNotFoundException deleted) {
            return true;
        }
    }
}
