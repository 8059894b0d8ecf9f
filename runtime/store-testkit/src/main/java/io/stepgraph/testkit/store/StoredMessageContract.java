package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NoReplyException;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.ClusterAgent.Assign;
import io.stepgraph.testkit.store.ClusterAgent.Break;
import io.stepgraph.testkit.store.ClusterAgent.Cluster;
import io.stepgraph.testkit.store.ClusterAgent.Drain;
import io.stepgraph.testkit.store.ClusterAgent.Nodes;
import io.stepgraph.testkit.store.ClusterAgent.Note;
import io.stepgraph.testkit.store.ClusterAgentGraph.Outcome;
import io.stepgraph.testkit.store.ClusterAgentGraph.Runs;
import io.stepgraph.testkit.store.FleetAgent.Close;
import io.stepgraph.testkit.store.FleetAgent.Fleet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages to runs of a store: many of them, workers, JSON, forks, and messages to called runs. */
@Tag("Q5")
@Tag("Q6")
@Tag("Q8")
@Tag("Q9")
@Tag("Q10")
@Tag("S3")
@Tag("C6")
@Tag("C8")
@Tag("C10")
interface StoredMessageContract extends EngineFixture {
    String ONE = "one";

    /** Opens a store as one more process does. It is closed after the test. */
    Store store();

    /** A runner for the test to close. */
    RunnerBuilder runner(Store store);

    /** A worker for the test to close. */
    WorkerBuilder worker(Store store);

    private static Runs cluster(Runner runner) {
        return ClusterAgentGraph.of(new ClusterAgent()).on(runner);
    }

    private static FleetAgentGraph.Runs fleet(Runner runner, ClusterAgent cluster) {
        return FleetAgentGraph.of(new FleetAgent(cluster)).on(runner);
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    @Test
    @Tag("slow")
    default void Q6_a_thousand_messages_of_twenty_senders_are_taken_in_the_order_of_each_sender() throws Exception {
        Store store = store();
        try (Runner runner = runner(store).build();
                Worker worker = worker(store)
                        .graphs(ClusterAgentGraph.of(new ClusterAgent()))
                        .build()
                        .start()) {
            Runs runs = cluster(runner);
            runs.enqueue(ONE, new Cluster());
            List<Future<?>> senders = new ArrayList<>();
            for (int sender = 1; sender <= 20; sender++) {
                String name = sender + " ";
                senders.add(call(() -> {
                    IntStream.rangeClosed(1, 50).forEach(i -> runs.tellServe(ONE, name + i, new Note(name + i)));
                    return true;
                }));
            }
            for (Future<?> sender : senders) {
                sender.get();
            }
            runs.tellServe(ONE, "drain", new Drain());
            Outcome outcome = runs.await(ONE);
            while (outcome instanceof Outcome.Serve) {
                outcome = runs.await(ONE);
            }

            List<String> lines = lines(outcome);
            assertThat(lines).hasSize(1_001).doesNotHaveDuplicates();
            for (int sender = 1; sender <= 20; sender++) {
                String name = sender + " ";
                assertThat(lines.stream().filter(line -> line.startsWith(name)))
                        .containsExactlyElementsOf(IntStream.rangeClosed(1, 50)
                                .mapToObj(i -> name + i)
                                .toList());
            }
            assertThat(worker.status().running()).isZero();
        }
    }

    @Test
    default void Q10_twenty_askers_at_once_without_a_worker_get_their_replies() throws Exception {
        List<Runner> runners = new ArrayList<>();
        try (Runner first = runner(store()).build();
                Runner second = runner(store()).build()) {
            runners.add(first);
            runners.add(second);
            cluster(first).run(ONE, new Cluster());
            List<Future<Nodes>> asked = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Runs runs = cluster(runners.get(i % 2));
                String task = "task " + i;
                asked.add(call(() -> runs.askServe(ONE, task, new Assign(task))));
            }

            for (int i = 0; i < 20; i++) {
                List<String> names = asked.get(i).get().names();
                assertThat(names.get(names.size() - 1)).isEqualTo("task " + i);
            }
            assertThat(cluster(first).askServe(ONE, "drain", new Drain())).isEqualTo("drained after 21");
        }
    }

    @Test
    default void Q10_an_asker_waits_for_a_worker_no_longer_than_it_may() {
        Store store = store();
        try (Runner runner = runner(store).waitTimeout(Duration.ofMillis(300)).build()) {
            Runs runs = cluster(runner);
            runs.run(ONE, Cluster.confirming());

            assertThrown(WaitTimeoutException.class, () -> runs.askServe(ONE, "a", new Assign("build")), "a", ONE);
            runs.as(EngineMessageContract.LEAD).tellConfirm(ONE, "a", new ClusterAgent.Sign("ann"));
            assertThat(runs.askServe(ONE, "a", new Assign("build")).names())
                    .containsExactly("planned", "signed by ann", "build");
        }
    }

    @Test
    default void Q8_no_more_messages_wait_than_may() {
        try (Runner runner = runner(store()).maxMessages(2).build()) {
            Runs runs = cluster(runner);
            runs.run(ONE, Cluster.confirming());
            runs.tellServe(ONE, "a", new Note("first"));
            runs.tellServe(ONE, "b", new Note("second"));

            assertThrown(QueueFullException.class, () -> runs.tellServe(ONE, "c", new Note("third")), ONE, "2");
            runs.tellServe(ONE, "a", new Note("first"));
            runs.withdraw(ONE, ClusterAgentStep.SERVE, "b");
            runs.tellServe(ONE, "c", new Note("third"));
        }
    }

    @Test
    default void Q5_a_program_without_the_agent_sends_messages_in_JSON() {
        try (Runner runner = runner(store()).build()) {
            Runs runs = cluster(runner);
            runs.run(ONE, new Cluster());
            String note = "{\"@type\": \"Note\", \"text\": \"first\"}";

            runner.tell(ONE, "serve", "a", note);
            runner.tell(ONE, "serve", "a", note);
            assertThrown(
                    StaleAnswerException.class,
                    () -> runner.tell(ONE, "serve", "a", "{\"@type\": \"Note\", \"text\": \"other\"}"));
            assertThrown(
                    InvalidAnswerException.class,
                    () -> runner.tell(ONE, "serve", "b", "{\"@type\": \"Note\", \"txet\": \"first\"}"),
                    "text");
            assertThrown(
                    ErrorCode.UNKNOWN_STEP,
                    () -> runner.tell(ONE, "serv", "b", note),
                    "serv",
                    "a program with the agent");
            assertThrown(
                    AnswerNotPermittedException.class,
                    () -> runner.tell(ONE, "confirm", "b", "{\"name\": \"ann\"}"),
                    "lead");
            runner.as(EngineMessageContract.LEAD).tell(ONE, "confirm", "b", "{\"name\": \"ann\"}");
            assertThrown(AnswerNotPermittedException.class, () -> runner.withdraw(ONE, "confirm", "b"), "lead");
            assertThat(runner.as(EngineMessageContract.LEAD).withdraw(ONE, "confirm", "b"))
                    .isTrue();
            runner.tell(ONE, "serve", "drain", "{\"@type\": \"Drain\"}");

            assertThat(lines(runs.resume(ONE))).containsExactly("planned", "first");
        }
    }

    @Test
    default void S3_a_fork_gets_no_messages_and_replies_to_nobody() {
        try (Runner runner = runner(store()).build()) {
            Runs runs = cluster(runner);
            runs.run(ONE, new Cluster());
            runs.askServe(ONE, "a", new Assign("build"));
            runs.tellServe(ONE, "b", new Note("waits"));

            // the visit of the step that took the message
            runs.fork(ONE, 3, "two");
            assertThat(runs.resume("two")).isInstanceOf(Outcome.Serve.class);
            assertThat(runs.askServe("two", "a", new Assign("again")).names())
                    .containsExactly("planned", "build", "again");
            assertThat(runs.askServe(ONE, "a", new Assign("build")).names()).containsExactly("planned", "build");
        }
    }

    @Test
    default void C6_a_called_run_is_told_and_its_caller_goes_on() {
        try (Runner runner = runner(store()).build()) {
            FleetAgentGraph.Runs runs = fleet(runner, new ClusterAgent());
            assertThat(runs.run(ONE, new Fleet())).isInstanceOf(FleetAgentGraph.Outcome.Call.class);
            String child = "one//call.1/cluster";

            runs.tellClose(ONE, "early", new Close("closed"));
            assertThat(runs.cluster().askServe(child, "a", new Assign("build")).names())
                    .containsExactly("planned", "build");
            runs.mode(ONE, PermissionMode.PLAN);
            assertThat(runs.resume(ONE)).isInstanceOf(FleetAgentGraph.Outcome.Call.class);
            runs.cluster().tellServe(child, "drain", new Drain());

            FleetAgentGraph.Outcome outcome = runs.resume(ONE);
            assertThat(outcome).isInstanceOf(FleetAgentGraph.Outcome.Completed.class);
            assertThat(((FleetAgentGraph.Outcome.Completed) outcome).result().lines)
                    .containsExactly("planned", "build", "closed");
        }
    }

    @Test
    default void C10_a_called_run_that_has_failed_takes_its_messages_after_a_retry() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        ClusterAgent cluster = new ClusterAgent() {
            @Override
            void work(String what) {
                if (what.equals("fail") && isBroken.get()) {
                    throw new IllegalStateException("broken");
                }
            }
        };
        try (Runner runner = runner(store()).build()) {
            FleetAgentGraph.Runs runs = fleet(runner, cluster);
            runs.run(ONE, new Fleet());
            String child = "one//call.1/cluster";
            assertThrown(NoReplyException.class, () -> runs.cluster().askServe(child, "a", new Break()), "FAILED");
            assertThat(runs.resume(ONE)).isInstanceOf(FleetAgentGraph.Outcome.Failed.class);
            isBroken.set(false);

            assertThat(runs.retry(ONE)).isInstanceOf(FleetAgentGraph.Outcome.Call.class);
            assertThat(runs.cluster().askServe(child, "a", new Break()).names()).containsExactly("repaired");
        }
    }
}
