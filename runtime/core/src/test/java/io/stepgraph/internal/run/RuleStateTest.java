package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Bounded visits and gates, which are counted durably. */
final class RuleStateTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    /** Polishes twice between two answers, then asks. */
    private static TestGraph<Notes> polishing() {
        return TestGraph.of(Notes.class)
                .goes(FIRST, SECOND)
                .step(SECOND, s -> s.to(FIRST).maxVisits(2, ASK), (notes, input, context) -> {
                    notes.add("polished " + context.visit());
                    return Transition.go(FIRST);
                })
                .asks(ASK, Approved.class, THIRD)
                .step(THIRD, s -> s.takes(ValueType.of(Approved.class)).to(FIRST), (n, i, c) -> Transition.go(FIRST));
    }

    @Test
    void MaxVisits_sends_a_further_visit_elsewhere_and_an_answer_resets_the_count() {
        RunClient<Notes, Node> runs = fixture.runs(polishing());

        RunOutcome.QuestionAsked<Node> first = Outcomes.asked(runs.run("one", Notes.of(), null));
        assertThat(fixture.stored("one").state())
                .hasToString("{\"lines\":[\"polished 2\",\"polished 4\"],\"count\":0}");
        assertThat(fixture.stored("one").checkpoint().ruleState().text()).contains("\"second\":2");

        RunOutcome.QuestionAsked<Node> second = Outcomes.asked(runs.answer(first.ticket(), new Approved("Ann")));
        assertThat(second.ticket().visit()).isEqualTo(13);
        assertThat(fixture.stored("one").state().text()).contains("polished 11");
    }

    @Test
    void MaxVisits_counts_through_a_crash() {
        Crash.after(fixture, 5, () -> fixture.run(polishing()));

        RunOutcome.QuestionAsked<Node> asked =
                Outcomes.asked(fixture.runs(polishing()).resume("one"));

        assertThat(asked.ticket().visit()).isEqualTo(6);
    }

    @Test
    void MaxVisits_a_retry_is_no_visit() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(3, 0, 1, 0, 0).maxVisits(1, SECOND), (notes, input, context) -> {
                    if (context.attempt() < 3) {
                        throw new TransientException("busy");
                    }
                    return Transition.end();
                })
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.endWith(Notes.of("sent away")));

        assertThat(Outcomes.completed(fixture.run(graph))).hasToString("[]");
    }

    @Test
    void MaxVisits_hands_the_same_input_on_to_a_step_that_takes_it() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND), (n, i, c) -> Transition.go(SECOND, "input"))
                .step(
                        SECOND,
                        s -> s.takes(ValueType.of(String.class)).to(FIRST).maxVisits(1, THIRD),
                        (n, i, c) -> Transition.go(FIRST))
                .step(THIRD, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    notes.add((String) input);
                    return Transition.end();
                });

        assertThat(Outcomes.completed(fixture.run(graph))).hasToString("[input]");
    }

    /** The answer opens the gate of a step further on. */
    private TestGraph<Notes> gatedLater() {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .asks(
                        ASK,
                        s -> s.to(FIRST, THIRD).answeredBy(ValueType.of(Graphs.Decision.class)),
                        answer -> answer instanceof Approved ? FIRST : THIRD)
                .step(FIRST, s -> s.takes(ValueType.of(Approved.class)).to(GATED), (n, i, c) -> Transition.go(GATED))
                .step(THIRD, s -> s.takes(ValueType.of(Graphs.Rejected.class)).to(ASK), (n, i, c) -> Transition.go(ASK))
                .step(
                        GATED,
                        s -> s.gatedBy(ASK, Approved.class).onFailure(RESCUE).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("paid")))
                .step(
                        RESCUE,
                        s -> s.takes(ValueType.of(StepFailure.class)).to(GATED),
                        (n, i, c) -> Transition.go(GATED));
    }

    @Test
    void GatedBy_stays_open_through_a_crash_until_the_step_is_entered() {
        TestGraph<Notes> graph = gatedLater();
        Ticket ticket = Outcomes.ticket(fixture.run(graph));
        Crash.after(fixture, 1, () -> fixture.runs(graph).answer(ticket, new Approved("Ann")));
        assertThat(fixture.stored("one").checkpoint().ruleState().text()).contains("gated");

        assertThat(Outcomes.completed(fixture.runs(graph).resume("one"))).hasToString("[paid]");
        assertThat(fixture.store
                        .commits()
                        .get(fixture.store.commits().size() - 1)
                        .result()
                        .checkpoint()
                        .ruleState())
                .isEqualTo(Json.of("{\"entered\":{\"interrupt\":\"ask\",\"answer\":\"Approved\",\"visit\":1}}"));
    }

    @Test
    void GatedBy_the_same_visit_may_be_repeated() {
        TestGraph<Notes> graph = gatedLater()
                .step(
                        GATED,
                        s -> s.gatedBy(ASK, Approved.class).retry(2, 0, 1, 0, 0).toEnd(),
                        (notes, input, context) -> {
                            if (context.attempt() == 1) {
                                throw new TransientException("busy");
                            }
                            return Transition.endWith(Notes.of("paid"));
                        });
        RunClient<Notes, Node> runs = fixture.runs(graph);
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));

        assertThat(Outcomes.completed(runs.answer(ticket, new Approved("Ann")))).hasToString("[paid]");
    }

    @Test
    void GatedBy_another_visit_needs_another_answer_whatever_leads_there() {
        TestGraph<Notes> graph = gatedLater()
                .step(
                        GATED,
                        s -> s.gatedBy(ASK, Approved.class).onFailure(RESCUE).toEnd(),
                        (notes, input, context) -> {
                            throw new IllegalStateException("broken");
                        });
        RunClient<Notes, Node> runs = fixture.runs(graph);
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(runs.answer(ticket, new Approved("Ann")), ErrorCode.GATE_BYPASSED);

        assertThat(failed.failure().step()).isEqualTo("rescue");
    }

    @Test
    void GatedBy_a_contrary_answer_closes_the_gate_again() {
        TestGraph<Notes> graph = gatedLater()
                .step(FIRST, s -> s.takes(ValueType.of(Approved.class)).to(ASK), (n, i, c) -> Transition.go(ASK))
                .step(
                        THIRD,
                        s -> s.takes(ValueType.of(Graphs.Rejected.class)).to(GATED),
                        (n, i, c) -> Transition.go(GATED));
        RunClient<Notes, Node> runs = fixture.runs(graph);
        Ticket first = Outcomes.ticket(runs.run("one", Notes.of(), null));
        Ticket second = Outcomes.ticket(runs.answer(first, new Approved("Ann")));

        Outcomes.failed(runs.answer(second, new Graphs.Rejected("no")), ErrorCode.GATE_BYPASSED);
    }
}
