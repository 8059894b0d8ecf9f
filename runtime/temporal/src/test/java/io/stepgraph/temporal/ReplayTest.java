package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import io.stepgraph.temporal.workflow.RunLoop;
import io.stepgraph.temporal.workflow.ThreadLoop;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Another worker can take the loop of a run over at any event, without the agent: it replays the history. The files
 * hold histories of this release, which each later build has to replay. {@code -Dhistories.update} writes them again.
 */
@Timeout(120)
@Tag("S4")
final class ReplayTest extends TemporalServer {
    private static final Path HISTORIES = Path.of("src/test/resources/histories");

    /** They remember no workflow: each replay begins with the first event. */
    @AutoClose
    private final TestWorkflowEnvironment workers =
            TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                    .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                            .setDataConverter(WireConverter.all(new LargeValues(null)))
                            .build())
                    .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder()
                            .setWorkflowCacheSize(0)
                            .build())
                    .build());

    private int replays;

    @Test
    void a_run_with_a_question() throws Exception {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        runs.answer(Outcomes.asked(runs.run("one", Notes.of("given"), null)).ticket(), new Approved("Ann"));

        replays("question", history(workflowId("one")));
    }

    @Test
    void a_run_that_waits() throws Exception {
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.waits().to(Node.SECOND),
                        (notes, input, context) -> Transition.pause(Duration.ofMillis(300)))
                .ends(Node.SECOND));
        runs.run("one", Notes.of(), null);
        while (Objects.requireNonNull(runs.look("one")).status() != Status.COMPLETED) {
            Thread.onSpinWait();
        }

        replays("wait", history(workflowId("one")));
    }

    @Test
    @Tag("Q12")
    void a_run_that_is_told_messages_and_replies() throws Exception {
        RunClient<Notes, Node> runs = on(MessagesIT.listening());
        runs.run("one", Notes.of(), null);
        runs.tell("one", Node.THIRD, "end", new MessagesIT.Word("end"));
        runs.ask("one", Node.ASK, "echo", new MessagesIT.Echo("echo"));
        runs.tell("one", Node.ASK, "stop", new MessagesIT.Word("stop"));
        runs.await("one");

        replays("messages", history(workflowId("one")));
    }

    @Test
    void a_run_whose_step_refuses_an_answer() throws Exception {
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .start(Node.ASK)
                .asks(Node.ASK, String.class, FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    if (input.equals("nothing")) {
                        throw new InvalidAnswerException("Nothing is no answer.");
                    }
                    return Transition.end();
                }));
        Ticket ticket = Outcomes.asked(runs.run("one", Notes.of(), null)).ticket();
        assertThatThrownBy(() -> runs.answer(ticket, "nothing")).isInstanceOf(InvalidAnswerException.class);
        runs.answer(ticket, "ten");

        replays("refused", history(workflowId("one")));
    }

    @Test
    void a_run_with_retries_that_fails_and_is_retried() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.retry(2, 10, 1, 10, 0).toEnd(), (notes, input, context) -> {
                    if (calls.incrementAndGet() < 4) {
                        throw new TransientException("busy");
                    }
                    return Transition.end();
                })
                .build());
        runs.run("one", Notes.of(), null);
        replays("failed", history(workflowId("one")));
        runs.retry("one");

        replays("retried", history(workflowId("one")));
    }

    @Test
    void a_cancelled_run_with_an_effect() throws Exception {
        RunClient<Notes, Node> runs = on(Graphs.review()
                .step(FIRST, s -> s.to(Node.ASK), (notes, input, context) -> {
                    notes.add(context.once("refund", 5, String.class).call((key, cents) -> "paid " + cents));
                    return Transition.go(Node.ASK);
                })
                .build());
        runs.run("one", Notes.of(), null);
        runs.as(Actor.named("ann")).cancel("one");

        replays("cancelled", history(workflowId("one")));
    }

    @Test
    @Tag("L2")
    void a_thread_with_a_run_that_fails_and_is_retried_and_a_second_run() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> chat = in("chat", Graphs.single((notes, context) -> {
            notes.add(context.runId());
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
        }));
        chat.run("one", Notes.of("given"), null);
        chat.retry("one");
        chat.run("two", () -> Notes.of("ignored"), null);

        replays("thread", history(threadWorkflowId("chat")));
        replays("thread-run", history(workflowId("two")));
    }

    @Test
    void the_histories_of_this_release() throws Exception {
        try (Stream<Path> files = Files.list(HISTORIES)) {
            for (Path file : files.sorted().toList()) {
                replay(WorkflowExecutionHistory.fromJson(Files.readString(file)));
            }
        }
    }

    @Test
    void the_loops_refer_to_no_graph_clock_random_source_or_thread() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("io.stepgraph.temporal.workflow")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("io\\.stepgraph\\.runtime\\.graph\\.(Graph|GraphSpec|StepSpec)"
                        + "|io\\.stepgraph\\.internal\\.visit\\.Visits"
                        + "|java\\.time\\.Clock|java\\.util\\.Random|java\\.security\\.SecureRandom"
                        + "|java\\.util\\.concurrent\\..*|java\\.lang\\.Thread|java\\.util\\.UUID")
                .check(new ClassFileImporter().importPackages("io.stepgraph.temporal.workflow"));
    }

    /** From each place where another worker may take it over. */
    private void replays(String name, WorkflowExecutionHistory history) throws Exception {
        if (System.getProperty("histories.update") != null) {
            write(name, history);
        }
        List<HistoryEvent> all = history.getEvents();
        int prefixes = 0;
        for (int i = 1; i <= all.size(); i++) {
            if (all.get(i - 1).getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED || i == all.size()) {
                replay(new WorkflowExecutionHistory(
                        history.getHistory().toBuilder()
                                .clearEvents()
                                .addAllEvents(new ArrayList<>(all.subList(0, i)))
                                .build(),
                        "replayed"));
                prefixes++;
            }
        }
        assertThat(prefixes).isGreaterThan(2);
    }

    private static void write(String name, WorkflowExecutionHistory history) throws IOException {
        Files.createDirectories(HISTORIES);
        String json = history.toJson(true).replaceAll("\"identity\": \"[^\"]*\"", "\"identity\": \"worker\"");
        Files.writeString(HISTORIES.resolve(name + ".json"), json + "\n", StandardCharsets.UTF_8);
    }

    private void replay(WorkflowExecutionHistory history) throws Exception {
        Worker worker = workers.newWorker("replay " + ++replays);
        worker.registerWorkflowImplementationTypes(RunLoop.class, ThreadLoop.class);
        WorkflowReplayer.replayWorkflowExecution(history, worker);
    }
}
