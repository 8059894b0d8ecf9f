package io.stepgraph.temporal;

import static io.stepgraph.testkit.store.EngineDifference.told;
import static io.stepgraph.testkit.store.EngineDifference.unkept;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.testkit.store.EngineContract;
import io.stepgraph.testkit.store.EngineDifference;
import io.stepgraph.testkit.store.EngineProcess;
import io.stepgraph.testkit.store.EngineSettings;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The promises of every engine, kept on Temporal, and those that it cannot keep. Most of its time it waits for leases.
 */
@Execution(ExecutionMode.CONCURRENT)
final class TemporalEngineIT extends EngineContract {
    static final List<EngineDifference> DIFFERENCES = List.of(
            told(
                    "R3",
                    "The same id returns the stored outcome as long as Temporal keeps the closed workflow (the retention of its namespace). Steps are"
                            + " executed by any worker of the graph, not by the thread that calls. So `run` in a step, too,"
                            + " waits for a place of a worker; `await` is refused there."),
            told(
                    "R4",
                    "A dead worker is noticed when its heartbeats stop for the length of the `lease`, also on the same machine."),
            told(
                    "R6",
                    "No run is suspect: a visit whose worker has died `maxCrashes` times fails, whatever else the worker executed."),
            told(
                    "R7",
                    "No stack trace is kept with the run. The worker that made the last attempt logs the failure with its exception"
                            + " when it reports the result to Temporal. A deadline that passes between two visits is logged only by"
                            + " Temporal, as a failed workflow."),
            told(
                    "R9",
                    "An interrupt ends the call of its thread, and not the step: the run continues in its worker. A run that is"
                            + " cancelled ends at once. Its step is interrupted with the next heartbeat, within about a quarter of"
                            + " the `lease`."),
            told(
                    "R12",
                    "Without blobs a value has 400,000 bytes of JSON at most, because Temporal takes 2 MB for all values of a visit"
                            + " together. An answer, and the custom events of a visit, have no more with blobs either."
                            + " The effects of one visit have limits together."),
            told(
                    "R13",
                    "At most three effects of a visit are in progress at a time, since the workflow keeps room for their results."
                            + " Others wait for them. Other work of the tasks is not bounded."),
            told("I8", "A start does not wait for a busy thread: there is no `onBusy(ThreadBusyPolicy.WAIT)`."),
            unkept(
                    "Q2",
                    "A question whose time is over when it is asked is not seen: Temporal lets the run go on at once. The log"
                            + " tells of it.",
                    "Q2_a_question_whose_time_is_over_is_stored_and_takes_no_answer"),
            told(
                    "Q4",
                    "A look asks the workflow for the run with its state, so a process has to execute the loops of the graph."
                            + " A step that waits for a worker is seen as `RUNNING`."),
            told(
                    "Q5",
                    "No schema of messages is saved: a program without the agent's classes cannot send one. A message is an"
                            + " update, which a process has to take that executes loops. A mailbox whose time is over when the run"
                            + " comes to it, and that has no message, is not seen."),
            told(
                    "Q6",
                    "There is no `keepMessages`. A message that was taken is known by its id for as long as the last ones have"
                            + " 200,000 bytes with their replies: that is about 1,000 messages."),
            unkept(
                    "Q8",
                    "Workers take a message at once for which a run listens, so it can be withdrawn no more. There is no"
                            + " `maxMessages`: 1,000 messages of 400,000 bytes together may wait in a run, and fewer in a long"
                            + " visit. Nothing is withdrawn from a run that has ended.",
                    "Q8_a_run_that_is_woken_for_a_withdrawn_message_listens_again"),
            told("Q10", "A run goes on in its workers after the reply, also with further messages."),
            told("Q11", "The log has `waiting` for each visit of a mailbox, also if a message is there already."),
            told("Q13", "There are no notices."),
            told("L2", "A run that is terminated in Temporal leaves its thread the state that it began with."),
            told(
                    "M2",
                    "A run that is parked because of a worker's `maxMode` is tried again by each `run` and `resume`: a step"
                            + " that has required the mode is entered again."),
            told(
                    "H1",
                    "Hooks are those of the worker that makes the visit. Give all workers of a graph the same ones."),
            unkept(
                    "E2",
                    "There are no business keys: an effect that has one fails before its call.",
                    "E2_a_business_key_is_performed_once_for_all_runs",
                    "A4_fifth_way_a_second_run_with_the_same_business_key_parks",
                    "A5_one_action_has_one_business_key_or_none"),
            unkept(
                    "E7",
                    "A run that has ended takes no decisions: its outcome goes on naming the effects in doubt, and `delete` deletes"
                            + " it with them.",
                    "E7_a_run_that_has_ended_with_an_effect_in_doubt_is_deleted_once_a_person_has_decided"),
            EngineDifference.withoutRows(),
            told(
                    "V2",
                    "A custom event reaches the readers in the process of its worker at once. Other processes get it when its"
                            + " step ends, and up to a second later."),
            told(
                    "V4",
                    "Readers ask the workflow for its events, so a process has to execute the loops of the graph. Temporal keeps"
                            + " the events for the retention of its namespace, each part of a long run for itself."),
            told(
                    "L8",
                    "There are no lists: Temporal's own lists show the workflows, with the starter and the labels of a run as their memo."),
            EngineDifference.withoutLabelChanges(
                    "The labels of a run are those of its start: `label` throws an `UnsupportedOperationException`."),
            told("C1", "A graph with a `@Call` is refused when it is opened."),
            unkept(
                    "A5",
                    "There are no forks, and an approved action is performed once within its run.",
                    "A5_seventh_way_a_fork_behind_the_answer_pays_nothing_again",
                    "A5_a_build_that_forks_the_run_of_another_one_pays_nothing_again",
                    "W5_who_forks_a_run_is_refused_like_its_starter"),
            told(
                    "S3",
                    "Temporal keeps ended runs for the retention of its namespace. `history` and `fork` throw an"
                            + " `UnsupportedOperationException`."));

    /** No difference of the engine: the server of the tests cannot delete a workflow. */
    private static final EngineDifference NO_DELETE = unkept(
            "L4",
            "The in-process server has no deletes.",
            "I3_a_ticket_of_a_deleted_run_answers_no_later_run_with_its_id");

    private final String test = UUID.randomUUID().toString();

    @Override
    protected List<EngineDifference> differences() {
        return TemporalServer.IS_REAL
                ? DIFFERENCES
                : Stream.concat(DIFFERENCES.stream(), Stream.of(NO_DELETE)).toList();
    }

    @Test
    void the_page_lists_the_differences() throws IOException {
        Path page = Path.of("README.md");
        String table = EngineDifference.table(DIFFERENCES);
        if (Boolean.getBoolean("guides.update")) {
            String now = Files.readString(page);
            int begin = now.indexOf("| Rule |");
            Files.writeString(page, now.substring(0, begin) + table + now.substring(now.indexOf("\n\n", begin) + 1));
        }
        assertThat(Files.readString(page))
                .as("Write it: mvn -pl runtime/temporal -am test -Dtest=TemporalEngineIT"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dguides.update")
                .contains("\n\n" + table + "\n");
    }

    @Override
    protected EngineProcess open(EngineSettings settings) {
        return new WorkerProcess(settings);
    }

    /**
     * A process that executes steps, and one beside it that executes loops. On the in-process server the latter never
     * dies, since that does not give the loop of a dead process to another one.
     */
    private final class WorkerProcess implements EngineProcess, Engine {
        private final WorkflowServiceStubs connection = TemporalServer.connect();
        private final TemporalEngine loops;
        private final TemporalEngine steps;

        WorkerProcess(EngineSettings settings) {
            this.loops = builder(settings, TemporalServer.IS_REAL ? connection : TemporalServer.service())
                    .loopsOnly()
                    .build();
            this.steps = builder(settings, connection).stepsOnly().build();
        }

        private TemporalEngineBuilder builder(EngineSettings settings, WorkflowServiceStubs service) {
            TemporalEngineBuilder builder = TemporalEngine.builder(service)
                    .namespace(settings.namespace() + " " + test)
                    .maxMode(settings.maxMode())
                    .startMode(settings.startMode())
                    .maxSteps(settings.maxSteps())
                    .maxCrashes(settings.maxCrashes())
                    .maxValueBytes(settings.maxValueBytes())
                    .lease(TemporalServer.LEASE);
            if (settings.deadline() != null) {
                builder.deadline(settings.deadline());
            }
            settings.hooks().forEach(builder::hook);
            settings.failOpenHooks().forEach(builder::failOpenHook);
            return builder;
        }

        @Override
        public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
            loops.client(graph, agent);
            return steps.client(graph, agent);
        }

        @Override
        public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
            loops.client(graph, agent, thread);
            return steps.client(graph, agent, thread);
        }

        @Override
        public Engine engine() {
            return this;
        }

        @Override
        public void die() {
            connection.shutdownNow();
        }

        @Override
        public void close() {
            steps.close();
            connection.shutdownNow();
        }
    }
}
