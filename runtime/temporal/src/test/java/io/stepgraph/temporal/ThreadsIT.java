package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Rejected;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.ThreadWorkflow;
import io.stepgraph.temporal.workflow.ThreadWorkflow.Claim;
import io.stepgraph.temporal.workflow.ThreadWorkflow.Entered;
import io.stepgraph.temporal.workflow.ThreadWorkflow.Seen;
import io.stepgraph.temporal.workflow.ThreadWorkflow.ThreadState;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowUpdateStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads as workflows: what the contract of all engines does not test. */
@Timeout(120)
@Tag("I8")
@Tag("L2")
final class ThreadsIT extends TemporalServer {
    private final TestGraph<Notes> chat = Graphs.single((notes, context) -> notes.add(context.runId()));

    @Test
    void a_thread_continues_as_new_between_two_runs() {
        RunClient<Notes, Node> runs = in(open(builder().visitsPerExecution(2)), "chat", chat);
        for (int i = 1; i < 6; i++) {
            Outcomes.completed(runs.run("run" + i, () -> Notes.of("given"), null));
            awaitContinuation();
        }

        assertThat(Outcomes.completed(runs.run("last", () -> Notes.of("other"), null)))
                .hasToString("[given, run1, run2, run3, run4, run5, last]");
        assertThat(history(threadWorkflowId("chat"))
                        .getHistory()
                        .getEvents(0)
                        .getWorkflowExecutionStartedEventAttributes()
                        .getContinuedExecutionRunId())
                .isNotEmpty();
    }

    /**
     * Between the two executions of a workflow, the server of the tests takes its id for free, unlike a real one: a
     * start at this moment begins another thread.
     */
    private static void awaitContinuation() {
        LockSupport.parkNanos(200_000_000);
    }

    @Test
    void callers_who_race_for_a_thread_lose_no_run() throws Exception {
        TemporalEngine engine = open(builder());
        ExecutorService callers = Executors.newFixedThreadPool(3);
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String id = "run" + i;
            calls.add(callers.submit(() -> eventually(in(engine, "chat", chat), id)));
        }
        for (Future<?> call : calls) {
            call.get();
        }
        callers.shutdown();

        assertThat(((Notes) Outcomes.completed(eventually(in(engine, "chat", chat), "last"))).lines)
                .hasSize(13)
                .doesNotHaveDuplicates();
    }

    private static RunOutcome<Node> eventually(RunClient<Notes, Node> runs, String id) {
        while (true) {
            try {
                return runs.run(id, () -> Notes.of(), null);
            } catch (ThreadBusyException notYet) {
                LockSupport.parkNanos(5_000_000);
            }
        }
    }

    @Test
    void a_run_that_continues_as_new_keeps_its_thread_busy_and_leaves_its_state() {
        TestGraph<Notes> counting = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
                    notes.count++;
                    LockSupport.parkNanos(20_000_000);
                    if (notes.count % 25 > 0) {
                        return Transition.go(FIRST);
                    }
                    notes.add("count " + notes.count);
                    return Transition.end();
                })
                .build();
        RunClient<Notes, Node> runs = in(open(builder().visitsPerExecution(10)), "chat", counting);
        runs.enqueue("one", Notes.of(), null);
        assertThatThrownBy(() -> runs.enqueue("two", Notes.of(), null)).isInstanceOf(ThreadBusyException.class);
        Outcomes.completed(runs.await("one"));

        assertThat(Outcomes.completed(runs.run("two", Notes::of, null))).hasToString("[count 25, count 50]");
    }

    @Test
    void a_run_that_is_terminated_frees_its_thread() {
        RunClient<Notes, Node> runs = in("chat", Graphs.review().build());
        Outcomes.asked(runs.run("one", Notes.of("given"), null));

        client().newUntypedWorkflowStub(workflowId("one")).terminate("by hand");

        RunOutcome<Node> next = runs.run("two", () -> Notes.of("other"), null);

        assertThat(Outcomes.completed(runs.answer(Outcomes.asked(next).ticket(), new Rejected("no"))))
                .hasToString("[given, first, asked, shelved: no]");
    }

    @Test
    void a_refused_start_is_no_update_in_the_history() {
        RunClient<Notes, Node> runs = in("chat", Graphs.review().build());
        Outcomes.asked(runs.run("one", Notes.of("given"), null));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> runs.run("two", Notes.of(), null)).isInstanceOf(ThreadBusyException.class);
        }

        assertThat(history(threadWorkflowId("chat")).getEvents())
                .filteredOn(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED)
                .hasSize(1);
    }

    @Test
    @Tag("L5")
    void a_run_with_a_start_time_keeps_its_thread_busy() {
        RunClient<Notes, Node> runs = in("chat", chat);
        assertThat(runs.with(StartOptions.NONE.startAfter(Duration.ofHours(1))).enqueue("one", Notes.of("given"), null))
                .isTrue();

        assertThatThrownBy(() -> runs.run("two", Notes.of(), null))
                .isInstanceOf(ThreadBusyException.class)
                .hasMessageContaining("'one' is QUEUED");
        runs.as(Actor.named("ann")).cancel("one");
        assertThat(Outcomes.completed(runs.run("two", Notes::of, null))).hasToString("[given, two]");
    }

    @Test
    void a_thread_belongs_to_one_graph() {
        TemporalEngine engine = open(builder());
        Outcomes.completed(in(engine, "chat", chat).run("one", Notes.of(), null));

        assertThatThrownBy(
                        () -> in(engine, "chat", Graphs.review().name("other").build())
                                .run("two", Notes.of(), null))
                .is(Errors.with(ErrorCode.WRONG_GRAPH))
                .hasMessageContaining("Thread 'chat' belongs to graph");
    }

    @Test
    @Tag("R7")
    void a_retry_without_the_name_of_the_thread_takes_the_thread_too() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        TestGraph<Notes> failing = Graphs.single((notes, context) -> {
            if (isBroken.get()) {
                throw new IllegalStateException("broken");
            }
            notes.add(context.runId());
        });
        TemporalEngine engine = open(builder());
        RunClient<Notes, Node> runs = in(engine, "chat", failing);
        runs.run("one", Notes.of(), null);
        isBroken.set(false);

        assertThat(Outcomes.completed(on(engine, failing).retry("one"))).hasToString("[one]");
        assertThat(Outcomes.completed(runs.run("two", Notes::of, null))).hasToString("[one, two]");
    }

    @Test
    void a_run_outside_of_the_thread_keeps_its_id_and_the_thread_stays_free() {
        TemporalEngine engine = open(builder());
        Outcomes.completed(on(engine, chat).run("one", Notes.of(), null));
        RunState other = client().newUntypedWorkflowStub(workflowId("one")).getResult(RunState.class);

        Entered entered = client().newUntypedWorkflowStub(
                        ThreadWorkflow.TYPE,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(threadWorkflowId("chat"))
                                .setTaskQueue(taskQueue(other))
                                .setWorkflowIdConflictPolicy(
                                        WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                                .build())
                .executeUpdateWithStart(
                        UpdateOptions.newBuilder(Entered.class)
                                .setUpdateName(ThreadWorkflow.ENTER)
                                .setWaitForStage(WorkflowUpdateStage.COMPLETED)
                                .build(),
                        new Object[] {
                            new Claim(workflowId("one"), taskQueue(other), Map.of(), other, false, false, 0, false)
                        },
                        new Object[] {new ThreadState(null, null, null, 0, 0, 10)});

        assertThat(entered).isEqualTo(new Entered(false, new Seen(null, null, 0, 1, false)));
        assertThat(Outcomes.completed(in(engine, "chat", chat).run("two", Notes.of("given"), null)))
                .hasToString("[given, two]");
    }

    private static String taskQueue(RunState run) {
        return RunWorkflows.taskQueue(run.start().run().namespace(), run.start().graph());
    }
}
