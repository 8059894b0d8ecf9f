package io.stepgraph.internal.visit;

import static io.stepgraph.PermissionMode.BYPASS_PERMISSIONS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A machine whose step refuses an answer, or fails the run. */
@Tag("I4")
@Tag("R7")
final class MachineRefusalTest {
    private static final Approved BAD = new Approved("nobody");

    private static final Approved GOOD = new Approved("ann");

    private static MachineCore<?, Notes, ?, Node> machine(TestGraph<Notes> graph) {
        return new MachineCore<>(graph, new Object(), PLAN, customEvent -> {});
    }

    /** Asks, and does this before it refuses the answer of nobody. */
    private static MachineCore<?, Notes, ?, Node> asking(
            Consumer<StepBuilder<Node>> taking, TestGraph.Work<Notes> before) {
        return machine(TestGraph.of(Notes.class)
                .goes(FIRST, ASK)
                .asks(ASK, Approved.class, SECOND)
                .step(
                        SECOND,
                        s -> taking.accept(s.takes(ValueType.of(Approved.class)).toEnd()),
                        (notes, input, context) -> {
                            before.on(notes, context);
                            if (input.equals(BAD)) {
                                throw new InvalidAnswerException("Nobody may not.");
                            }
                            notes.add(((Approved) input).by());
                            return Transition.end();
                        }));
    }

    private static void assertRefused(MachineCore<?, Notes, ?, Node> machine) {
        assertThrown(InvalidAnswerException.class, () -> machine.answer(BAD, null), "Nobody may not.");
    }

    @Test
    void I4_whoever_answers_gets_the_exception_and_the_machine_asks_again() {
        MachineCore<?, Notes, ?, Node> machine = asking(s -> {}, (notes, context) -> {});
        RunOutcome<Node> asked = machine.start(Notes.of(), null, null);

        assertRefused(machine);
        assertRefused(machine);

        assertThat(machine.outcome()).isEqualTo(asked);
        assertThat(machine.accepts(GOOD)).isTrue();
        assertThat(Outcomes.completed(machine.answer(GOOD, null))).hasToString("[ann]");
    }

    @Test
    void I4_a_step_that_may_be_repeated_leaves_nothing_of_a_refused_answer() {
        MachineCore<?, Notes, ?, Node> machine =
                asking(s -> s.retry(2, 0, 1, 0, 0), (notes, context) -> notes.add("half"));
        machine.start(Notes.of(), null, null);

        assertRefused(machine);

        assertThat(machine.state()).hasToString("[]");
        assertThat(Outcomes.completed(machine.answer(GOOD, null))).hasToString("[half, ann]");
    }

    @Test
    void I4_a_step_that_is_not_repeated_leaves_nothing_either() {
        MachineCore<?, Notes, ?, Node> machine = asking(s -> {}, (notes, context) -> notes.add("half"));
        machine.start(Notes.of(), null, null);

        assertRefused(machine);

        assertThat(machine.state()).hasToString("[]");
        assertThat(Outcomes.completed(machine.answer(GOOD, null))).hasToString("[half, ann]");
    }

    @Test
    void I4_the_refusal_of_another_machine_is_a_failure() {
        MachineCore<?, Notes, ?, Node> other = asking(s -> {}, (notes, context) -> {});
        other.start(Notes.of(), null, null);
        MachineCore<?, Notes, ?, Node> machine = asking(s -> {}, (notes, context) -> other.answer(BAD, null));
        machine.start(Notes.of(), null, null);

        assertThat(Outcomes.failure(machine.answer(GOOD, null), ErrorCode.STEP_FAILED))
                .isEqualTo("Nobody may not.");
    }

    @Test
    void I4_a_step_that_parks_first_asks_again_once_it_may_go_on() {
        MachineCore<?, Notes, ?, Node> machine =
                asking(s -> {}, (notes, context) -> context.require(BYPASS_PERMISSIONS));
        RunOutcome<Node> asked = machine.start(Notes.of(), null, null);
        Outcomes.parked(machine.answer(BAD, null));

        assertThat(machine.mode(BYPASS_PERMISSIONS)).isEqualTo(asked);
        assertThat(Outcomes.completed(machine.answer(GOOD, null))).hasToString("[ann]");
    }

    @Test
    void I4_after_an_effect_the_exception_is_a_failure() {
        MachineCore<?, Notes, ?, Node> machine = asking(
                s -> {},
                (notes, context) -> context.once("hold", "seat", String.class).call((key, seat) -> seat));
        machine.start(Notes.of(), null, null);

        assertThat(Outcomes.failure(machine.answer(BAD, null), ErrorCode.STEP_FAILED))
                .isEqualTo("Nobody may not.");
    }

    @Test
    void R7_a_step_fails_the_run() {
        MachineCore<?, Notes, ?, Node> machine = machine(TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.toFail().retry(3, 0, 1, 0, 0),
                        (notes, input, context) -> Transition.fail("sold out")));

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(machine.start(Notes.of(), null, null), ErrorCode.FAILED_BY_STEP);

        assertThat(failed.failure().message()).isEqualTo("sold out");
        assertThat(failed.failure().attempt()).isEqualTo(1);
    }
}
