package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many visits, and how long (R8). */
@Tag("R8")
final class BudgetTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private int visits;

    /** Goes round for as long as it is told to. */
    private TestGraph<Notes> round(int times) {
        return TestGraph.of(Notes.class).step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
            visits++;
            return ++notes.count < times ? Transition.go(FIRST) : Transition.end();
        });
    }

    @Test
    void R8_a_thousand_unless_told_otherwise() {
        Outcomes.completed(fixture.runs(round(1_000)).run("exact", Notes.of(), null));
        Outcomes.failed(fixture.runs(round(1_001)).run("above", Notes.of(), null), ErrorCode.MAX_STEPS_EXCEEDED);
    }

    @Test
    void R8_a_crash_gives_no_new_budget() {
        Crash.after(fixture, 3, () -> fixture.run(round(9), b -> b.maxSteps(4)));

        Outcomes.failed(fixture.runs(round(9), b -> b.maxSteps(4)).resume("one"), ErrorCode.MAX_STEPS_EXCEEDED);

        assertThat(visits).isEqualTo(4);
    }

    @Test
    void R8_retry_gives_a_new_budget() {
        RunClient<Notes, Node> runs = fixture.runs(round(7), b -> b.maxSteps(3));
        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.MAX_STEPS_EXCEEDED);

        assertThat(Outcomes.failure(runs.retry("one"), ErrorCode.MAX_STEPS_EXCEEDED))
                .contains("3 visits since its start or the last answer, raised mode or retry,");
        Outcomes.completed(runs.retry("one"));
        assertThat(visits).isEqualTo(7);
    }

    @Test
    void R8_an_answer_gives_a_new_budget() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review(), b -> b.maxSteps(2));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        Outcomes.completed(runs.answer(asked.ticket(), new Graphs.Approved("Ann")));
    }

    @Test
    void R8_a_raised_mode_gives_a_new_budget_even_if_the_process_dies_then() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .goes(FIRST, SECOND)
                .step(SECOND, s -> s.requires(PermissionMode.ACCEPT_EDITS).to(THIRD), (n, i, c) -> Transition.go(THIRD))
                .goes(THIRD, GATED)
                .ends(GATED);
        Outcomes.parked(fixture.run(graph, b -> b.maxSteps(3)));
        RunClient<Notes, Node> raised = fixture.runs(graph, b -> b.maxSteps(3).maxMode(PermissionMode.ACCEPT_EDITS));
        raised.as(Actor.named("ann")).mode("one", PermissionMode.ACCEPT_EDITS);
        Crash.after(fixture, 1, () -> raised.resume("one"));

        Outcomes.completed(fixture.runs(graph, b -> b.maxSteps(3).maxMode(PermissionMode.ACCEPT_EDITS))
                .resume("one"));
    }

    @Test
    void R8_the_deadline_goes_on_while_the_run_waits_and_is_applied_by_whoever_touches_it() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review(), b -> b.deadline(Duration.ofMinutes(1)));
        Ticket touched = Outcomes.ticket(runs.run("touched", Notes.of(), null));
        Ticket answered = Outcomes.ticket(runs.run("answered", Notes.of(), null));
        fixture.time.pass(Duration.ofMinutes(2));
        Outcomes.failed(runs.resume("touched"), ErrorCode.DEADLINE_EXCEEDED);
        Outcomes.failed(runs.answer(answered, new Graphs.Approved("Ann")), ErrorCode.DEADLINE_EXCEEDED);
        assertThrown(StaleAnswerException.class, () -> runs.answer(touched, new Graphs.Approved("Ann")));
    }

    @Test
    void R8_the_deadline_goes_by_the_clock_of_the_store() {
        fixture.time.pass(Duration.ofDays(1));
        TestGraph<Notes> graph = Graphs.line(
                (notes, context) -> fixture.time.pass(Duration.ofMinutes(notes.count)), (notes, context) -> visits++);
        Notes slow = Notes.of();
        slow.count = 6;
        RunClient<Notes, Node> runs = fixture.runs(graph, b -> b.deadline(Duration.ofMinutes(5)));

        fixture.storeAhead = Duration.ofMinutes(-20);
        Outcomes.completed(runs.run("behind", Notes.of(), null));
        Outcomes.failed(runs.run("late there", slow, null), ErrorCode.DEADLINE_EXCEEDED);
        fixture.storeAhead = Duration.ofMinutes(20);
        Outcomes.completed(runs.run("ahead", Notes.of(), null));
        Outcomes.failed(runs.run("late here", slow, null), ErrorCode.DEADLINE_EXCEEDED);
        assertThat(visits).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_440, 10})
    void R8_a_delay_before_a_retry_ends_at_the_deadline_with_the_lease_or_without(long leaseMinutes) {
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(3, 3_600_000, 1, 3_600_000, 0), (notes, context) -> {
            throw new TransientException("busy");
        });
        RunOutcome<Node> outcome =
                fixture.run(graph, b -> b.deadline(Duration.ofMinutes(20)).lease(Duration.ofMinutes(leaseMinutes)));
        Outcomes.failed(outcome, ErrorCode.DEADLINE_EXCEEDED);
        assertThat(fixture.time.wall()).isEqualTo(Instant.EPOCH.plus(Duration.ofMinutes(20)));
    }
}
