package io.stepgraph.internal.run;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.BYPASS_PERMISSIONS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Decision;
import io.stepgraph.runtime.testing.Graphs.Question;
import io.stepgraph.runtime.testing.Graphs.Rejected;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Retention;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gates that differ between the builds that continue a run. */
@Tag("S2")
final class GatesOfBuildsTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private boolean isBroken;

    private enum Gate implements UnaryOperator<StepBuilder<Node>> {
        NO_GATE,
        BY_APPROVED,
        BY_ANY,
        BY_ANOTHER;

        @Override
        public StepBuilder<Node> apply(StepBuilder<Node> step) {
            return switch (this) {
                case NO_GATE -> step;
                case BY_APPROVED -> step.gatedBy(ASK, Approved.class);
                case BY_ANY -> step.gatedBy(ASK, Approved.class, Rejected.class);
                case BY_ANOTHER -> step.gatedBy(SECOND, Approved.class);
            };
        }
    }

    /** Asks, works in the first step, and pays in the gated one. The second step is another interrupt. */
    private TestGraph<Notes> paying(UnaryOperator<StepBuilder<Node>> gate) {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, s -> asks(s), answer -> FIRST)
                .asks(SECOND, s -> asks(s), answer -> FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(Decision.class)).to(GATED), (n, i, c) -> Transition.go(GATED))
                .step(GATED, s -> gate.apply(s.requires(ACCEPT_EDITS)).toEnd(), (notes, input, context) -> {
                    if (isBroken) {
                        throw new IllegalStateException("broken");
                    }
                    return Transition.endWith(Notes.of("paid"));
                });
    }

    private static void asks(StepBuilder<Node> interrupt) {
        interrupt.to(FIRST).answeredBy(ValueType.of(Decision.class));
    }

    /** A build: a process of its own with a graph of its own. */
    private RunClient<Notes, Node> build(TestGraph<Notes> graph) {
        return fixture.runs(
                graph,
                runner -> runner.maxMode(BYPASS_PERMISSIONS).startMode(PLAN).retention(Retention.KEEP_HISTORY));
    }

    private static RunOutcome<Node> answered(RunClient<Notes, Node> runs, Object answer) {
        return runs.answer(Outcomes.ticket(runs.run("one", Notes.of(), null)), answer);
    }

    /** Parks before the step {@code gated}. */
    private RunClient<Notes, Node> parked(TestGraph<Notes> graph, Object answer) {
        RunClient<Notes, Node> runs = build(graph);
        assertThat(Outcomes.parked(answered(runs, answer)).step()).isEqualTo(GATED);
        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
        return runs;
    }

    private void isRefused(ThrowingCallable call, String... words) {
        StoredRun before = fixture.stored("one");
        fixture.store.forget();
        assertThatThrownBy(call)
                .is(Errors.with(ErrorCode.GATE_BYPASSED))
                .hasMessageContainingAll("'one'", "Nothing was changed")
                .hasMessageContainingAll(words);
        assertThat(fixture.store.writes()).isEmpty();
        assertThat(fixture.stored("one").revision()).isEqualTo(before.revision());
        assertThat(fixture.stored("one").status()).isEqualTo(before.status());
    }

    private String ruleState() {
        Json stored = fixture.stored("one").checkpoint().ruleState();
        return stored == null ? "" : stored.text();
    }

    @Test
    void a_run_that_is_parked_at_a_step_is_not_led_past_its_new_gate() {
        RunClient<Notes, Node> older = parked(paying(Gate.NO_GATE), new Approved("ann"));
        RunClient<Notes, Node> newer = build(paying(Gate.BY_APPROVED));

        isRefused(() -> newer.resume("one"), "step 'gated'", "Approved to interrupt 'ask'", "No answer is on record");
        assertThat(Outcomes.parked(newer.outcome("one")).step()).isEqualTo(GATED);

        assertThat(Outcomes.completed(older.resume("one"))).hasToString("[paid]");
    }

    @Test
    void a_run_that_failed_at_a_step_is_not_retried_past_its_new_gate() {
        isBroken = true;
        RunClient<Notes, Node> older = parked(paying(Gate.NO_GATE), new Approved("ann"));
        Outcomes.failed(older.resume("one"), ErrorCode.STEP_FAILED);
        RunClient<Notes, Node> newer = build(paying(Gate.BY_APPROVED));
        isBroken = false;

        isRefused(() -> newer.retry("one"), "step 'gated'");

        assertThat(Outcomes.completed(older.retry("one"))).hasToString("[paid]");
    }

    @Test
    void a_gate_does_not_accept_the_answer_to_another_interrupt() {
        RunClient<Notes, Node> older = parked(paying(Gate.BY_APPROVED), new Approved("ann"));
        RunClient<Notes, Node> newer = build(paying(Gate.BY_ANOTHER));

        isRefused(
                () -> newer.resume("one"),
                "Approved to interrupt 'second'",
                "On record is the answer Approved to interrupt 'ask'");

        assertThat(Outcomes.completed(older.resume("one"))).hasToString("[paid]");
    }

    @Test
    void a_narrower_gate_does_not_accept_the_answer_and_a_wider_one_does() {
        parked(paying(Gate.BY_ANY), new Rejected("too dear"));

        isRefused(() -> build(paying(Gate.BY_APPROVED)).resume("one"), "On record is the answer Rejected");
        isRefused(
                () -> build(paying(s -> s.gatedBy(ASK, Question.class))).resume("one"), "Question to interrupt 'ask'");

        assertThat(Outcomes.completed(build(paying(s -> s.gatedBy(ASK, Question.class, Rejected.class)))
                        .resume("one")))
                .hasToString("[paid]");
    }

    @Test
    void an_open_gate_does_not_open_to_another_interrupt_either() {
        RunClient<Notes, Node> older = build(waitingInFirst(Gate.BY_APPROVED));
        Outcomes.parked(answered(older, new Approved("ann")));
        assertThat(ruleState())
                .contains("\"opened\":{\"gated\":{\"interrupt\":\"ask\",\"answer\":\"Approved\",\"visit\":1}}");
        RunClient<Notes, Node> newer = build(waitingInFirst(Gate.BY_ANOTHER));
        newer.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        assertThat(Outcomes.failure(newer.resume("one"), ErrorCode.GATE_BYPASSED))
                .contains("'second'", "On record is the answer Approved to interrupt 'ask'");

        // What the newer build does not accept, it does not take away.
        assertThat(Outcomes.completed(build(waitingInFirst(Gate.BY_APPROVED)).retry("one")))
                .hasToString("[paid]");
    }

    /** Parks in the step before the gate. */
    private TestGraph<Notes> waitingInFirst(UnaryOperator<StepBuilder<Node>> gate) {
        return paying(gate)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(Decision.class))
                                .requires(ACCEPT_EDITS)
                                .to(GATED),
                        (notes, input, context) -> Transition.go(GATED));
    }

    @Test
    void the_answer_stays_on_record_while_the_visit_is_tried_again_and_goes_with_the_next_one() {
        RunClient<Notes, Node> runs = parked(
                paying(Gate.BY_APPROVED)
                        .step(
                                GATED,
                                s -> Gate.BY_APPROVED
                                        .apply(s.requires(ACCEPT_EDITS))
                                        .to(THIRD),
                                (notes, input, context) -> {
                                    if (isBroken) {
                                        throw new IllegalStateException("broken");
                                    }
                                    return Transition.go(THIRD);
                                })
                        .step(THIRD, s -> s.toEnd(), (notes, input, context) -> Transition.endWith(Notes.of("paid"))),
                new Approved("ann"));
        String record = "{\"entered\":{\"interrupt\":\"ask\",\"answer\":\"Approved\",\"visit\":1}}";
        assertThat(ruleState()).isEqualTo(record);
        isBroken = true;
        Outcomes.failed(runs.resume("one"), ErrorCode.STEP_FAILED);
        assertThat(ruleState()).isEqualTo(record);
        isBroken = false;

        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[paid]");
        assertThat(ruleState()).isEmpty();
    }

    @Test
    void an_interrupt_and_a_step_that_were_renamed_keep_the_record() {
        parked(paying(Gate.BY_APPROVED).named(ASK, "confirm").named(GATED, "transfer"), new Approved("ann"));

        isRefused(
                () -> build(paying(s -> Gate.BY_APPROVED.apply(s).formerly("transfer")))
                        .resume("one"),
                "to interrupt 'confirm'");
        RunClient<Notes, Node> newer =
                build(paying(s -> Gate.BY_APPROVED.apply(s).formerly("transfer"))
                        .asks(ASK, s -> asks(s.formerly("confirm")), answer -> FIRST));
        assertThat(Outcomes.completed(newer.resume("one"))).hasToString("[paid]");
    }

    @Test
    void an_open_gate_of_a_renamed_step_is_open_to_the_renamed_interrupt() {
        Outcomes.parked(answered(
                build(waitingInFirst(Gate.BY_APPROVED).named(ASK, "confirm").named(GATED, "transfer")),
                new Approved("ann")));
        RunClient<Notes, Node> newer = build(waitingInFirst(Gate.BY_APPROVED)
                .step(
                        GATED,
                        s -> Gate.BY_APPROVED.apply(s.formerly("transfer")).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("paid")))
                .asks(ASK, s -> asks(s.formerly("confirm")), answer -> FIRST));
        newer.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        assertThat(Outcomes.completed(newer.resume("one"))).hasToString("[paid]");
    }

    /** The same answer in a later build. */
    @JsonTypeName("Approved")
    record Accepted(String by) {}

    /** Another answer of a later build. */
    @JsonTypeName("Granted")
    record Granted(String by) {}

    @Test
    void a_renamed_answer_is_known_by_its_stored_name() {
        parked(paying(Gate.BY_APPROVED), new Approved("ann"));

        isRefused(
                () -> build(paying(s -> s.gatedBy(ASK, Granted.class))).resume("one"),
                "On record is the answer Approved");
        assertThat(Outcomes.completed(
                        build(paying(s -> s.gatedBy(ASK, Accepted.class))).resume("one")))
                .hasToString("[paid]");
    }

    @Test
    void a_question_behind_a_new_gate_takes_no_answer_and_does_not_expire() {
        RunClient<Notes, Node> older = build(confirming(Gate.NO_GATE));
        Ticket asked = Outcomes.ticket(older.run("one", Notes.of(), null));
        RunClient<Notes, Node> newer = build(confirming(Gate.BY_APPROVED));

        isRefused(() -> newer.answer(asked, new Approved("ann")), "step 'second'");
        fixture.time.pass(Duration.ofMinutes(2));
        isRefused(() -> newer.resume("one"), "step 'second'");

        assertThat(Outcomes.completed(older.resume("one"))).hasToString("[nobody]");
    }

    /** Begins at an interrupt that another one may guard. */
    private TestGraph<Notes> confirming(UnaryOperator<StepBuilder<Node>> gate) {
        return paying(Gate.NO_GATE)
                .start(THIRD)
                .step(THIRD, s -> s.to(SECOND, ASK), (notes, input, context) -> Transition.go(SECOND))
                .asks(
                        SECOND,
                        s -> gate.apply(s)
                                .to(FIRST, RESCUE)
                                .answeredBy(ValueType.of(Decision.class))
                                .expires(60_000),
                        answer -> answer instanceof Expired ? RESCUE : FIRST)
                .step(
                        RESCUE,
                        s -> s.takes(ValueType.of(Expired.class)).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("nobody")));
    }

    @Test
    void a_build_without_the_gate_uses_the_gate_up_too() {
        RunClient<Notes, Node> gating = build(looping(Gate.BY_APPROVED));
        Outcomes.parked(answered(gating, new Approved("ann")));
        RunClient<Notes, Node> older = build(looping(Gate.NO_GATE));
        older.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        RunOutcome.Parked<Node> paidOnce = Outcomes.parked(older.resume("one"));
        assertThat(paidOnce.step()).isEqualTo(THIRD);

        older.as(Actor.named("ann")).mode("one", BYPASS_PERMISSIONS);
        Outcomes.failed(build(looping(Gate.BY_APPROVED)).resume("one"), ErrorCode.GATE_BYPASSED);
    }

    /** Goes from the payment to {@code third}, and from there to the payment again. */
    private TestGraph<Notes> looping(UnaryOperator<StepBuilder<Node>> gate) {
        return waitingInFirst(gate)
                .step(GATED, s -> gate.apply(s).to(THIRD), (notes, input, context) -> Transition.go(THIRD))
                .step(
                        THIRD,
                        s -> s.requires(BYPASS_PERMISSIONS).to(GATED),
                        (notes, input, context) -> Transition.go(GATED));
    }

    @Test
    void an_answer_to_a_build_without_the_gate_closes_it_too() {
        RunClient<Notes, Node> gating = build(waitingInFirst(Gate.BY_APPROVED));
        RunClient<Notes, Node> asking = build(waitingInFirst(Gate.NO_GATE)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(Decision.class)).to(ASK),
                        (notes, input, context) -> Transition.go(ASK)));
        Outcomes.parked(answered(gating, new Approved("ann")));

        Ticket again = Outcomes.ticket(asking.resume("one"));
        Outcomes.parked(build(waitingInFirst(Gate.NO_GATE)).answer(again, new Rejected("no")));
        gating.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        Outcomes.failed(gating.resume("one"), ErrorCode.GATE_BYPASSED);
    }

    @Test
    @Tag("S3")
    void a_fork_at_a_gated_step_keeps_the_answer_and_one_behind_a_new_gate_is_refused() {
        RunClient<Notes, Node> runs = parked(paying(Gate.BY_APPROVED), new Approved("ann"));
        Outcomes.completed(runs.resume("one"));
        runs.fork("one", 3, "two");
        runs.as(Actor.named("ann")).mode("two", ACCEPT_EDITS);
        assertThat(Outcomes.completed(runs.resume("two"))).hasToString("[paid]");

        RunClient<Notes, Node> newer = build(paying(Gate.BY_ANOTHER));
        isRefused(() -> newer.fork("one", 3, "three"), "visit 3", "step 'gated'");
        newer.fork("one", 1, "four");
        Outcomes.asked(newer.resume("four"));
    }

    @Test
    void a_failure_step_and_a_stand_in_keep_the_answer_that_has_opened_their_gate() {
        TestGraph<Notes> graph = paying(Gate.NO_GATE)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(Decision.class)).to(THIRD).onFailure(RESCUE),
                        (notes, input, context) -> {
                            throw new IllegalStateException("broken");
                        })
                .step(
                        RESCUE,
                        s -> Gate.BY_APPROVED
                                .apply(s.takes(ValueType.of(StepFailure.class)))
                                .requires(ACCEPT_EDITS)
                                .to(THIRD),
                        (notes, input, context) -> Transition.go(THIRD))
                .step(THIRD, s -> s.to(THIRD).maxVisits(1, GATED), (notes, input, context) -> Transition.go(THIRD))
                .step(
                        GATED,
                        s -> Gate.BY_APPROVED
                                .apply(s)
                                .requires(BYPASS_PERMISSIONS)
                                .toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("paid")));
        RunClient<Notes, Node> runs = build(graph);

        assertThat(Outcomes.parked(answered(runs, new Approved("ann"))).step()).isEqualTo(RESCUE);
        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
        assertThat(Outcomes.parked(runs.resume("one")).step()).isEqualTo(GATED);
        runs.as(Actor.named("ann")).mode("one", BYPASS_PERMISSIONS);
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[paid]");
    }
}
