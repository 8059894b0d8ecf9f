package io.stepgraph.internal.visit;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.BYPASS_PERMISSIONS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
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
import io.stepgraph.runtime.testing.TestGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same loop, without a store. */
@Tag("R5")
@Tag("R6")
@Tag("M2")
@Tag("H3")
final class SyncMachineTest {
    private final List<String> customEvents = new ArrayList<>();

    private <S> MachineCore<?, S, ?, Node> machine(TestGraph<S> graph) {
        return new MachineCore<>(graph, new Object(), PLAN, customEvents::add);
    }

    @Test
    void it_runs_to_the_next_stop_and_takes_the_answer() {
        MachineCore<?, Notes, ?, Node> machine = machine(Graphs.review());
        assertThatThrownBy(machine::state).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));

        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(machine.start(Notes.of(), null, null));
        assertThat(machine.state()).hasToString("[first, asked]");
        assertThat(asked.question()).isEqualTo(new Graphs.Question("Pay?"));
        assertThat(machine.question()).isSameAs(asked.question());
        assertThat(machine.outcome()).isSameAs(asked);
        assertThat(machine.accepts(new Approved("Ann"))).isTrue();
        assertThat(machine.accepts("yes")).isFalse();
        assertThat(machine.accepts(new Expired())).isFalse();

        RunOutcome<Node> end = machine.answer(new Approved("Ann"), null);

        assertThat(Outcomes.completed(end)).hasToString("[first, asked, paid, as Ann said]");
        assertThat(machine.outcome()).isSameAs(end);
        assertThat(machine.accepts(new Approved("Ann"))).isFalse();
        assertThatThrownBy(machine::question).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
    }

    @Test
    void it_accepts_nothing_while_a_step_is_executed() {
        List<Boolean> accepted = new ArrayList<>();
        List<MachineCore<?, Notes, ?, Node>> machines = new ArrayList<>();
        MachineCore<?, Notes, ?, Node> machine = machine(TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, String.class, FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    accepted.add(machines.get(0).accepts("yes"));
                    return Transition.end();
                }));
        machines.add(machine);
        machine.start(Notes.of(), null, null);
        assertThat(machine.accepts("yes")).isTrue();

        machine.answer("yes", null);

        assertThat(accepted).containsExactly(false);
    }

    @Test
    void it_is_deterministic_down_to_the_tickets() {
        RunOutcome<Node> one = machine(Graphs.review()).start(Notes.of(), null, null);
        RunOutcome<Node> two = machine(Graphs.review()).start(Notes.of(), null, null);

        assertThat(one).isEqualTo(two);
    }

    @Test
    void what_does_not_fit_is_refused_and_changes_nothing() {
        MachineCore<?, Notes, ?, Node> machine = machine(Graphs.review());

        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, machine::outcome, "not started");
        assertThatThrownBy(() -> machine.answer(new Approved("Ann"), null))
                .is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        assertThatThrownBy(() -> machine.mode(ACCEPT_EDITS)).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        RunOutcome<Node> asked = machine.start(Notes.of(), null, null);
        assertThatThrownBy(() -> machine.start(Notes.of(), null, null)).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        assertThrown(InvalidAnswerException.class, () -> machine.answer("yes", null), "ask");
        assertThatThrownBy(() -> machine.answer(new Expired(), null)).isInstanceOf(InvalidAnswerException.class);
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> machine.answer(FIRST, new Approved("Ann"), null), "'ask'");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, machine::expire, "expire");
        assertThat(machine.outcome()).isSameAs(asked);
        Outcomes.completed(machine.answer(ASK, new Approved("Ann"), null));
        assertThatThrownBy(machine::expire).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
    }

    /** Asks again whenever its question has expired. */
    private static TestGraph<Notes> reminding() {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .asks(
                        ASK,
                        s -> s.to(FIRST, SECOND)
                                .answeredBy(ValueType.of(Approved.class))
                                .expires(1_000),
                        answer -> answer instanceof Expired ? SECOND : FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(Approved.class)).to(ASK), (n, i, c) -> Transition.go(ASK))
                .step(THIRD, s -> s.toEnd(), (notes, input, context) -> Transition.endWith(Notes.of("gave up")));
    }

    @Test
    void MaxVisits_counts_on_when_a_question_expires_and_from_zero_when_it_is_answered() {
        MachineCore<?, Notes, ?, Node> machine = machine(reminding()
                .step(
                        SECOND,
                        s -> s.takes(ValueType.of(Expired.class)).to(ASK).maxVisits(2, THIRD),
                        (n, i, c) -> Transition.go(ASK)));
        machine.start(Notes.of(), null, null);
        machine.expire();
        Outcomes.asked(machine.answer(new Approved("Ann"), null));
        machine.expire();
        Outcomes.asked(machine.expire());

        assertThat(Outcomes.completed(machine.expire())).hasToString("[gave up]");
    }

    @Test
    void M2_it_parks_and_goes_on_when_the_mode_is_raised() {
        TestGraph<Notes> graph = Graphs.single(
                s -> s.requires(ACCEPT_EDITS),
                (notes, context) -> notes.add(context.mode().name()));
        MachineCore<?, Notes, ?, Node> machine = machine(graph);

        RunOutcome.Parked<Node> parked = Outcomes.parked(machine.start(Notes.of(), null, null));
        assertThat(parked.reason()).isEqualTo("Step 'first' requires ACCEPT_EDITS mode; current mode is PLAN.");
        assertThat(parked.mode()).isEqualTo(PLAN);
        assertThat(parked.maxMode()).as("no ceiling").isEqualTo(BYPASS_PERMISSIONS);
        Outcomes.parked(machine.mode(PLAN));

        assertThat(Outcomes.completed(machine.mode(ACCEPT_EDITS))).hasToString("[ACCEPT_EDITS]");
    }

    @Test
    void R5_R6_it_retries_without_delay_from_the_state_at_entry() {
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(3, 3_600_000, 1, 3_600_000, 0), (notes, context) -> {
            notes.add("attempt " + context.attempt());
            if (context.attempt() < 3) {
                throw new TransientException("busy");
            }
        });

        assertThat(Outcomes.completed(machine(graph).start(Notes.of("given"), null, null)))
                .hasToString("[given, attempt 3]");
    }

    @Test
    void an_error_of_the_virtual_machine_is_thrown_on_and_the_machine_says_that_it_broke_down() {
        OutOfMemoryError thrown = new OutOfMemoryError("no heap");
        MachineCore<?, Notes, ?, Node> machine = machine(Graphs.single((notes, context) -> {
            throw thrown;
        }));

        assertThatThrownBy(() -> machine.start(Notes.of(), null, null)).isSameAs(thrown);
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, machine::outcome, "broke down in step 'first'");
    }

    @Test
    void H3_custom_events_go_to_the_listener_in_order_and_if_it_throws_nothing_changes() {
        TestGraph<Notes> graph = Graphs.line((n, c) -> c.emit("one"), (n, c) -> c.emit("two"));
        Outcomes.completed(machine(graph).start(Notes.of(), null, null));
        assertThat(customEvents).containsExactly("one", "two");
        MachineCore<?, Notes, ?, Node> machine = new MachineCore<>(graph, new Object(), PLAN, customEvent -> {
            throw new AssertionError("broken listener");
        });
        Outcomes.completed(machine.start(Notes.of(), null, null));
    }

    @Test
    @Tag("E2")
    void E2_a_key_follows_from_the_run_and_a_business_key_from_itself_alone() {
        List<String> keys = new ArrayList<>();
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            keys.add(context.once("mail", "hello", String.class).call((key, text) -> key));
            keys.add(context.once("mail", "hello", String.class).key("order-1").call((key, text) -> key));
        });

        machine(graph).start(Notes.of(), null, null);
        machine(graph).start(Notes.of(), null, null);

        assertThat(keys.get(0)).isNotEqualTo(keys.get(2)).isNotEqualTo(keys.get(1));
        assertThat(keys.get(1)).isEqualTo(keys.get(3));
    }

    @Test
    void a_step_that_calls_its_own_machine_is_told_so() {
        AtomicReference<MachineCore<?, Notes, ?, Node>> machine = new AtomicReference<>();
        machine.set(machine(Graphs.single((notes, context) -> machine.get().answer("x", null))));

        assertThat(Outcomes.failure(machine.get().start(Notes.of(), null, null), ErrorCode.STEP_FAILED))
                .contains("executing");
    }

    @Test
    void an_interrupted_step_leaves_the_flag_to_the_caller() {
        Outcomes.failed(
                machine(Graphs.single((notes, context) -> {
                            throw new InterruptedException("stop");
                        }))
                        .start(Notes.of(), null, null),
                ErrorCode.STEP_FAILED);

        assertThat(Thread.interrupted()).isTrue();
    }

    /** A step that pays, loses the reply of its first call, and undoes that when it has failed. */
    private MachineCore<?, Notes, ?, Node> paying(Consumer<StepBuilder<Node>> spec) {
        AtomicInteger calls = new AtomicInteger();
        return machine(Graphs.rescued(
                spec,
                (notes, context) -> notes.add(context.once("pay", List.of("9 EUR"), String.class)
                        .item("seat 7")
                        .notPerformedOn(IllegalStateException.class)
                        .call((key, request) -> {
                            throw calls.incrementAndGet() == 1
                                    ? new IOException("connection reset")
                                    : new IllegalStateException("declined");
                        }))));
    }

    @Test
    @Tag("E4")
    void E4_it_parks_in_doubt_and_undoes_once_another_attempt_has_left_no_doubt() {
        MachineCore<?, Notes, ?, Node> machine = paying(s -> {});

        RunOutcome.Parked<Node> parked = Outcomes.parked(machine.start(Notes.of(), null, null));
        assertThat(parked.reason()).contains("'pay[seat 7]'", "connection reset");
        assertThat(machine.state()).hasToString("[]");

        assertThat(Outcomes.completed(machine.mode(PLAN))).hasToString("[first STEP_FAILED declined]");
    }

    @Test
    @Tag("E4")
    void E4_a_failure_step_that_handles_doubt_gets_it_and_only_that_of_the_last_calls() {
        assertThat(Outcomes.completed(paying(StepBuilder::inDoubt).start(Notes.of(), null, null)))
                .hasToString("[first STEP_FAILED connection reset, doubt seat 7 [\"9 EUR\"]]");
        assertThat(Outcomes.completed(paying(s -> s.inDoubt().retry(2, 0, 1, 0, 0, IOException.class))
                        .start(Notes.of(), null, null)))
                .hasToString("[first STEP_FAILED declined]");
    }

    @Test
    void it_parks_a_step_that_requires_a_higher_mode_and_enters_it_again_only_once_the_mode_permits_it() {
        AtomicInteger entered = new AtomicInteger();
        MachineCore<?, Notes, ?, Node> machine =
                machine(TestGraph.of(Notes.class).ends(FIRST, (notes, context) -> {
                    entered.incrementAndGet();
                    context.require(PLAN);
                    try {
                        context.require(ACCEPT_EDITS);
                    } finally {
                        notes.add(entered + " " + isOver(context));
                    }
                }));

        RunOutcome.Parked<Node> parked = Outcomes.parked(machine.start(Notes.of(), null, null));
        assertThat(parked)
                .isEqualTo(new RunOutcome.Parked<>(
                        FIRST,
                        "Step 'first' requires ACCEPT_EDITS mode; current mode is PLAN.",
                        ACCEPT_EDITS,
                        PLAN,
                        BYPASS_PERMISSIONS));
        assertThat(machine.mode(PLAN)).isEqualTo(parked).isEqualTo(machine.outcome());
        assertThat(entered).hasValue(1);

        assertThat(Outcomes.completed(machine.mode(BYPASS_PERMISSIONS))).hasToString("[1 true, 2 false]");
    }

    @Test
    @Tag("R9")
    void the_context_tells_of_the_last_step_after_it_too() {
        AtomicReference<StepContext<String>> leaked = new AtomicReference<>();
        MachineCore<?, Notes, ?, Node> machine = machine(Graphs.line((n, c) -> {}, (n, c) -> leaked.set(c)));

        Outcomes.completed(machine.start(Notes.of(), null, null));

        StepContext<String> context = leaked.get();
        assertThat(isOver(context)).isTrue();
        assertThat(context.runId()).isEqualTo("machine");
        assertThat(context.visit()).isEqualTo(2);
        assertThat(context.attempt()).isEqualTo(1);
        assertThat(context.mode()).isEqualTo(PLAN);
    }

    private static boolean isOver(StepContext<?> context) {
        try {
            context.checkCancelled();
            return false;
        } catch (AttemptOverException over) {
            return true;
        }
    }

    @Test
    void what_a_step_that_may_be_repeated_has_changed_before_it_requires_a_higher_mode_is_void() {
        MachineCore<?, Notes, ?, Node> machine = machine(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(2, 1, 1, 1, 0), (notes, input, context) -> {
                    notes.add("attempt " + context.attempt());
                    context.require(ACCEPT_EDITS);
                    return Transition.end();
                }));

        Outcomes.parked(machine.start(Notes.of(), null, null));

        assertThat(Outcomes.completed(machine.mode(ACCEPT_EDITS))).hasToString("[attempt 2]");
    }

    @Test
    @Tag("R13")
    void a_task_requires_a_higher_mode_for_its_step() {
        MachineCore<?, Notes, ?, Node> machine =
                machine(TestGraph.of(Notes.class).ends(FIRST, (notes, context) -> {
                    notes.lines.addAll(context.together(List.of("a", "b"), task -> {
                        context.require(ACCEPT_EDITS);
                        return task;
                    }));
                }));

        assertThat(Outcomes.parked(machine.start(Notes.of(), null, null)).required())
                .isEqualTo(ACCEPT_EDITS);
        assertThat(Outcomes.completed(machine.mode(ACCEPT_EDITS))).hasToString("[a, b]");
    }
}
