package io.stepgraph.internal.visit;

import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A machine waits until it is told that the time is over (Q1). */
@Tag("Q1")
@Tag("Q2")
@Tag("Q3")
final class MachineWaitTest {
    private static final Instant CENTURY = Instant.parse("2100-01-01T00:00:00Z");

    private static MachineCore<?, Notes, ?, Node> machine(TestGraph<Notes> graph) {
        return new MachineCore<>(graph, new Object(), PLAN, customEvent -> {});
    }

    /** Waits in each round. */
    private static TestGraph<Notes> loop(int rounds, Supplier<Transition<Node, Notes>> until) {
        return TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.to(SECOND).toEnd(),
                        (notes, input, context) -> ++notes.count > rounds ? Transition.end() : Transition.go(SECOND))
                .step(SECOND, s -> s.to(FIRST).waits(), (notes, input, context) -> {
                    notes.add("waits");
                    return until.get();
                });
    }

    @Test
    void Q1_expire_ends_the_wait() {
        MachineCore<?, Notes, ?, Node> machine = machine(loop(1, () -> Transition.pause(CENTURY)));
        RunOutcome<Node> paused = new RunOutcome.Paused<>(SECOND, CENTURY);

        assertThat(machine.start(Notes.of(), null, null)).isEqualTo(paused);
        assertThat(machine.mode(PLAN)).isEqualTo(paused);
        assertThat(machine.state()).hasToString("[waits]");
        assertThat(machine.accepts("yes")).isFalse();
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> machine.answer("yes", null), "Paused");
        assertThat(Outcomes.completed(machine.expire())).hasToString("[waits]");
    }

    @Test
    void Q1_a_time_that_is_past_goes_on_at_once() {
        Outcomes.completed(
                machine(loop(9, () -> Transition.pause(Instant.EPOCH))).start(Notes.of(), null, null));
        Outcomes.completed(
                machine(loop(9, () -> Transition.pause(Duration.ZERO))).start(Notes.of(), null, null));
    }

    @Test
    void Q1_a_snapshot_keeps_the_wait() {
        TestGraph<Notes> graph = loop(1, () -> Transition.pause(CENTURY));
        MachineCore<?, Notes, ?, Node> machine = machine(graph);
        machine.start(Notes.of(), null, null);

        MachineCore<?, Notes, ?, Node> later = machine(graph);
        later.restore(machine.snapshot());

        assertThat(later.outcome()).isEqualTo(machine.outcome());
        assertThat(later.snapshot()).isEqualTo(machine.snapshot());
        Outcomes.completed(later.expire());
    }

    @Test
    void Q1_a_snapshot_of_a_wait_is_refused_where_the_step_is_none_or_the_end_is_damaged() {
        TestGraph<Notes> graph = loop(1, () -> Transition.pause(CENTURY));
        MachineCore<?, Notes, ?, Node> machine = machine(graph);
        machine.start(Notes.of(), null, null);
        MachineCore<?, Notes, ?, Node> other =
                machine(loop(1, () -> Transition.pause(CENTURY)).goes(SECOND, FIRST));

        assertThrown(ErrorCode.CORRUPT_CHECKPOINT, () -> other.restore(machine.snapshot()), "not a wait");
        String damaged = machine.snapshot().replace(CENTURY.toString(), "soon");
        assertThrown(ErrorCode.CORRUPT_CHECKPOINT, () -> machine(graph).restore(damaged), "soon");
    }

    @Test
    void Q3_a_loop_of_waits_lasts_and_one_of_past_times_does_not() {
        MachineCore<?, Notes, ?, Node> lasting = machine(loop(2_000, () -> Transition.pause(Duration.ofSeconds(1))));
        RunOutcome<Node> outcome = lasting.start(Notes.of(), null, null);
        while (outcome instanceof RunOutcome.Paused) {
            outcome = lasting.expire();
        }
        Outcomes.completed(outcome);

        Outcomes.failed(
                machine(loop(2_000, () -> Transition.pause(Instant.EPOCH))).start(Notes.of(), null, null),
                ErrorCode.MAX_STEPS_EXCEEDED);
    }

    @Test
    void Q2_a_question_with_a_computed_end_expires() {
        MachineCore<?, Notes, ?, Node> machine = machine(TestGraph.of(Notes.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        Graphs.Question.class,
                        s -> s.to(THIRD).answeredBy(ValueType.of(String.class)),
                        answer -> answer instanceof Expired ? THIRD : null,
                        (notes, input, context) -> Transition.ask(new Graphs.Question("Pay?"), CENTURY))
                .step(
                        THIRD,
                        s -> s.takes(ValueType.of(Expired.class)).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("expired"))));
        Outcomes.asked(machine.start(Notes.of(), null, null));

        assertThat(Outcomes.completed(machine.expire())).hasToString("[expired]");
    }
}
