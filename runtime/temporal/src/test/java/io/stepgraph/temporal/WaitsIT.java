package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunLook;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits and questions of workflows that continue as new. */
@Timeout(120)
final class WaitsIT extends TemporalServer {

    /** Waits three times for half a second, in a loop. */
    private static TestGraph<Notes> rounds() {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).toEnd(), (notes, input, context) -> {
                    notes.add("visit " + context.visit());
                    return notes.lines.size() < 4 ? Transition.go(SECOND) : Transition.end();
                })
                .step(
                        SECOND,
                        s -> s.waits().to(FIRST),
                        (notes, input, context) -> Transition.pause(Duration.ofMillis(500)));
    }

    @Test
    @Tag("Q1")
    void a_loop_of_waits_goes_on_in_workflows_that_continue_as_new() {
        RunClient<Notes, Node> runs = on(open(builder().visitsPerExecution(1)), rounds());
        runs.enqueue("one", Notes.of(), null);

        RunOutcome<Node> outcome = runs.await("one");
        while (outcome instanceof RunOutcome.Paused) {
            LockSupport.parkNanos(20_000_000);
            outcome = runs.resume("one");
        }

        assertThat(Outcomes.completed(outcome)).hasToString("[visit 1, visit 3, visit 5, visit 7]");
        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .filteredOn(RunEvent.WaitOver.class::isInstance)
                .hasSize(3);
        assertThat(isContinued("one")).isTrue();
    }

    @Test
    @Tag("Q1")
    @Tag("Q4")
    void a_workflow_that_continues_as_new_keeps_the_end_of_its_wait() {
        RunClient<Notes, Node> runs = on(
                open(builder().visitsPerExecution(1)),
                TestGraph.of(Notes.class)
                        .step(
                                FIRST,
                                s -> s.waits().to(SECOND),
                                (notes, input, context) -> Transition.pause(Duration.ofHours(1)))
                        .ends(SECOND));
        RunOutcome<Node> paused = runs.run("one", Notes.of(), null);
        RunLook look = Objects.requireNonNull(runs.look("one"));
        while (!isContinued("one")) {
            Thread.onSpinWait();
        }

        assertThat(runs.await("one")).isEqualTo(paused);
        assertThat(runs.look("one")).isEqualTo(look);
        assertThat(look.due()).isEqualTo(((RunOutcome.Paused<Node>) paused).until());
    }

    @Test
    @Tag("I4")
    void an_answer_that_a_step_refuses_after_a_continuation_leaves_its_ticket_good() {
        RunClient<Notes, Node> runs = on(
                open(builder().visitsPerExecution(1)),
                TestGraph.of(Notes.class)
                        .start(ASK)
                        .asks(ASK, String.class, SECOND)
                        .step(SECOND, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                            if (input.equals("nothing")) {
                                throw new InvalidAnswerException("Nothing is no answer.");
                            }
                            notes.add("took " + input);
                            return Transition.end();
                        }));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));

        assertThatThrownBy(() -> runs.answer(asked.ticket(), "nothing"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessage("Nothing is no answer.");

        assertThat(runs.await("one")).isEqualTo(asked);
        assertThat(Outcomes.completed(runs.answer(asked.ticket(), "ten"))).hasToString("[took ten]");
    }

    @Test
    @Tag("I4")
    void a_caller_whose_answer_no_step_of_the_worker_takes_is_told() {
        TemporalEngine steps = open(builder());
        RunClient<Notes, Node> runs = on(steps, Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        RunClient<Notes, Node> newer = on(
                open(builder().clientOnly()),
                TestGraph.of(Notes.class)
                        .start(ASK)
                        .asks(ASK, String.class, SECOND)
                        .ends(SECOND));

        assertThatThrownBy(() -> newer.answer(asked.ticket(), "yes")).isInstanceOf(InvalidAnswerException.class);

        assertThat(runs.await("one")).isEqualTo(asked);
    }
}
