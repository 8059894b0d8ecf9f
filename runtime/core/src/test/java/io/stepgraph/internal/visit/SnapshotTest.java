package io.stepgraph.internal.visit;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A machine is saved and restored between any two calls. */
@Tag("S2")
final class SnapshotTest {
    private static MachineCore<?, Notes, ?, Node> machine(TestGraph<Notes> graph) {
        return new MachineCore<>(graph, new Object(), PLAN, customEvent -> {});
    }

    private static MachineCore<?, Notes, ?, Node> started(TestGraph<Notes> graph) {
        MachineCore<?, Notes, ?, Node> machine = machine(graph);
        machine.start(Notes.of(), null, null);
        return machine;
    }

    private static MachineCore<?, Notes, ?, Node> restored(TestGraph<Notes> graph, String snapshot) {
        return restored(graph, PLAN, snapshot);
    }

    private static MachineCore<?, Notes, ?, Node> restored(
            TestGraph<Notes> graph, PermissionMode mode, String snapshot) {
        MachineCore<Object, Notes, String, Node> machine =
                new MachineCore<>(graph, new Object(), mode, customEvent -> {});
        machine.restore(snapshot);
        return machine;
    }

    private static MachineCore<?, Notes, ?, Node> reborn(
            TestGraph<Notes> graph, MachineCore<?, Notes, ?, Node> machine) {
        return restored(graph, machine.snapshot());
    }

    @Test
    void at_a_question() {
        TestGraph<Notes> graph = Graphs.review();
        MachineCore<?, Notes, ?, Node> machine = machine(graph);
        RunOutcome<Node> asked = machine.start(Notes.of("given"), null, null);

        MachineCore<?, Notes, ?, Node> later = reborn(graph, machine);

        assertThat(later.outcome()).isEqualTo(asked);
        assertThat(later.snapshot()).isEqualTo(machine.snapshot());
        assertThat(later.state()).hasToString("[given, first, asked]");
        assertThat(Outcomes.completed(later.answer(new Approved("Ann"), null)))
                .hasToString("[given, first, asked, paid, as Ann said]");
    }

    @Test
    void it_is_readable_json() {
        MachineCore<?, Notes, ?, Node> machine = machine(Graphs.review());
        machine.start(Notes.of("given"), null, null);

        assertThat(machine.snapshot())
                .contains("\"graph\":\"test\"")
                .contains("\"stopReason\":\"ASKED\"")
                .contains("\"step\":\"ask\"")
                .contains("\"state\":{\"lines\":[\"given\",\"first\",\"asked\"],\"count\":0}")
                .contains("{\"text\":\"Pay?\"}");
    }

    @Test
    void before_the_start_and_after_the_end() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> notes.add("done"));
        MachineCore<?, Notes, ?, Node> machine = reborn(graph, machine(graph));
        assertThatThrownBy(machine::outcome).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        machine.start(Notes.of(), null, null);

        MachineCore<?, Notes, ?, Node> later = reborn(graph, machine);

        assertThat(Outcomes.completed(later.outcome())).hasToString("[done]");
        assertThatThrownBy(() -> later.start(Notes.of(), null, null)).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
    }

    @Test
    void parked_with_an_input() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(Integer.class))
                                .requires(ACCEPT_EDITS)
                                .toEnd(),
                        (notes, input, context) -> {
                            notes.count = (Integer) input;
                            return Transition.end();
                        });
        MachineCore<?, Notes, ?, Node> machine = machine(graph);
        RunOutcome<Node> parked = machine.start(Notes.of(), 7, null);

        MachineCore<?, Notes, ?, Node> later = reborn(graph, machine);

        assertThat(later.outcome()).isEqualTo(parked);
        RunOutcome.Parked<Node> inAnotherMode = Outcomes.parked(
                restored(graph, ACCEPT_EDITS, machine.snapshot()).outcome());
        assertThat(inAnotherMode.mode()).isEqualTo(ACCEPT_EDITS);
        assertThat(inAnotherMode.reason()).endsWith("The mode no longer holds the run back: run or resume it.");
        assertThat(((Notes) Outcomes.completed(later.mode(ACCEPT_EDITS))).count).isEqualTo(7);
    }

    @Test
    void failed_with_the_live_exception_only_until_it_is_saved() {
        IllegalStateException thrown = new IllegalStateException("broken");
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            throw thrown;
        });
        MachineCore<?, Notes, ?, Node> machine = machine(graph);
        RunOutcome.Failed<Node> failed = Outcomes.failed(machine.start(Notes.of(), null, null), ErrorCode.STEP_FAILED);
        assertThat(failed.cause()).isSameAs(thrown);
        assertThat(reborn(graph, machine).outcome()).isEqualTo(new RunOutcome.Failed<Node>(failed.failure(), null));
    }

    @Test
    void with_what_is_counted() {
        TestGraph<Notes> graph = Graphs.review()
                .asks(
                        ASK,
                        s -> s.to(FIRST)
                                .answeredBy(ValueType.of(Approved.class))
                                .maxVisits(9, FIRST),
                        answer -> FIRST);
        MachineCore<?, Notes, ?, Node> machine = started(graph);

        assertThat(machine.snapshot()).contains("\"visits\":{\"ask\":1}");
        assertThat(reborn(graph, machine).snapshot()).isEqualTo(machine.snapshot());
    }

    @Test
    void S2_under_an_earlier_name_of_the_step() {
        MachineCore<?, Notes, ?, Node> machine = started(Graphs.review().named(ASK, "confirm"));
        TestGraph<Notes> renamed = Graphs.review()
                .asks(
                        ASK,
                        s -> s.to(Node.GATED, Node.THIRD)
                                .answeredBy(ValueType.of(Graphs.Decision.class))
                                .formerly("confirm"),
                        Graphs::route);

        Outcomes.completed(reborn(renamed, machine).answer(new Approved("Ann"), null));
    }

    @Test
    void S2_at_a_step_that_is_gone() {
        MachineCore<?, Notes, ?, Node> machine = started(Graphs.review().named(ASK, "confirm"));

        assertThrown(ErrorCode.UNKNOWN_STEP, () -> reborn(Graphs.review(), machine), "'confirm'", "ask");
    }

    /** Asks, then parks at the step that pays. */
    private static TestGraph<Notes> paying(UnaryOperator<StepBuilder<Node>> gate) {
        return Graphs.review()
                .step(
                        GATED,
                        s -> gate.apply(s.takes(ValueType.of(Approved.class)))
                                .requires(ACCEPT_EDITS)
                                .toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("paid")));
    }

    private static String parked(TestGraph<Notes> graph) {
        MachineCore<?, Notes, ?, Node> machine = started(graph);
        Outcomes.parked(machine.answer(new Approved("Ann"), null));
        return machine.snapshot();
    }

    @Test
    void S2_behind_a_gate_that_its_build_did_not_have() {
        TestGraph<Notes> newer = paying(s -> s.gatedBy(ASK, Approved.class));
        String past = parked(paying(s -> s));

        assertThrown(ErrorCode.GATE_BYPASSED, () -> restored(newer, past), "The snapshot stands at step 'gated'");

        MachineCore<?, Notes, ?, Node> later = restored(newer, parked(newer));
        assertThat(Outcomes.completed(later.mode(ACCEPT_EDITS))).hasToString("[paid]");
    }

    @Test
    void S2_an_ended_run_is_read_whatever_gates_it_has_passed() {
        MachineCore<?, Notes, ?, Node> machine = restored(paying(s -> s), ACCEPT_EDITS, parked(paying(s -> s)));
        Outcomes.completed(machine.mode(ACCEPT_EDITS));

        Outcomes.completed(restored(paying(s -> s.gatedBy(ASK, Approved.class)), machine.snapshot())
                .outcome());
    }

    @Test
    void S2_a_gate_that_was_opened_by_nobody_knows_which_answer_is_closed() {
        TestGraph<Notes> graph = paying(s -> s.gatedBy(ASK, Approved.class));
        String snapshot = parked(graph);
        String entered = "\"entered\":{\"interrupt\":\"ask\",\"answer\":\"Approved\",\"visit\":2}";
        assertThat(snapshot).contains(entered);

        for (String other : new String[] {
            "\"open\":[\"gated\"]",
            entered.replace("Approved", "Rejected"),
            entered.replace("ask", "first"),
            entered.replace("entered", "opened\":{\"gated") + "}"
        }) {
            assertThatThrownBy(() -> restored(graph, snapshot.replace(entered, other)))
                    .as(other)
                    .is(Errors.with(ErrorCode.GATE_BYPASSED));
        }
    }

    @Test
    void S2_what_cannot_be_read_is_said() {
        TestGraph<Notes> graph = Graphs.review();
        MachineCore<?, Notes, ?, Node> machine = started(graph);
        String good = machine.snapshot();

        for (String bad : new String[] {
            "",
            "null",
            "{}",
            "[]",
            "not json",
            good.replace("\"step\":\"ask\"", "\"step\":null"),
            good.replace("\"stopReason\":\"ASKED\"", "\"stopReason\":\"NEW\""),
            good.replace("\"stopReason\":\"ASKED\"", "\"stopReason\":\"LOST\""),
            good.replace("\"lines\":[", "\"lines\":[{},"),
            good.substring(0, good.length() / 2)
        }) {
            assertThatThrownBy(() -> restored(graph, bad)).as(bad).is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT));
        }
        assertThrown(ErrorCode.WRONG_GRAPH, () -> restored(Graphs.review().name("other"), good));
    }

    @Test
    void at_a_step_that_has_required_a_higher_mode() {
        TestGraph<Notes> graph =
                TestGraph.of(Notes.class).ends(FIRST, (notes, context) -> context.require(ACCEPT_EDITS));
        MachineCore<?, Notes, ?, Node> machine = started(graph);

        MachineCore<?, Notes, ?, Node> later = reborn(graph, machine);

        assertThat(Outcomes.parked(later.outcome()).required()).isEqualTo(ACCEPT_EDITS);
        assertThat(later.outcome()).isEqualTo(machine.outcome());
        Outcomes.completed(later.mode(ACCEPT_EDITS));
    }

    @Test
    void S2_a_snapshot_is_of_the_graph_that_the_program_has_named() {
        TestAgent<Notes> agent = new TestAgent<>(Graphs.review());
        MachineClient<Notes, Node> support = agent.named("support").machine();
        support.start(Notes.of(), null);

        String snapshot = support.snapshot();

        assertThat(agent.named("support").machine(snapshot).outcome()).isEqualTo(support.outcome());
        assertThrown(ErrorCode.WRONG_GRAPH, () -> agent.named("sales").machine(snapshot), "'support'", "'sales'");
        assertThatThrownBy(() -> agent.named(""))
                .hasMessage("The name of a graph must have 1 to 200 characters; this one has 0.");
    }
}
