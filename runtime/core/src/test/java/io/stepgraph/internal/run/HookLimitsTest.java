package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hook cannot break what the compiler proved (H2): whatever it wants is checked before anything is stored. */
@Tag("H2")
final class HookLimitsTest {
    private final Fixture fixture = new Fixture();
    private int runs;

    @AfterEach
    void close() {
        fixture.close();
    }

    /** The outcome of the review graph when a hook decides this at its first step. */
    private RunOutcome<Node> replaced(HookTransition wanted) {
        return run(new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return call.step().equals("first") ? new HookDecision.Replace(wanted) : HookDecision.proceed();
            }
        });
    }

    private RunOutcome<Node> rewritten(HookTransition wanted) {
        return run(new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return call.step().equals("first") ? wanted : transition;
            }
        });
    }

    private RunOutcome<Node> modified(Object state, Object input) {
        return run(new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return new HookDecision.Modify(state, input);
            }
        });
    }

    private RunOutcome<Node> run(StepHook hook) {
        runs++;
        return fixture.runs(Graphs.review().build(), b -> b.hook(hook)).run("run-" + runs, Notes.of(), null);
    }

    private void refuses(HookTransition wanted, ErrorCode code, String... message) {
        for (RunOutcome<Node> outcome : List.of(replaced(wanted), rewritten(wanted))) {
            RunOutcome.Failed<Node> failed = Outcomes.failed(outcome, code);
            assertThat(failed.failure().message()).contains(message);
            assertThat(failed.failure().step()).isEqualTo("first");
        }
        assertThat(fixture.stored("run-" + runs).checkpoint().step()).isEqualTo("first");
    }

    @Test
    void H2_a_step_that_the_graph_does_not_have() {
        refuses(new HookTransition.Go("nowhere", null, null), ErrorCode.INVALID_TRANSITION, "nowhere", "first");
    }

    @Test
    void H2_without_the_input_that_the_step_takes() {
        refuses(new HookTransition.Go("third", null, null), ErrorCode.INVALID_TRANSITION, "third", "Rejected");
    }

    @Test
    void H2_with_an_input_of_another_type() {
        refuses(new HookTransition.Go("third", "no", null), ErrorCode.INVALID_TRANSITION, "third", "String");
    }

    @Test
    void H2_with_an_input_for_a_step_that_takes_none() {
        refuses(new HookTransition.Go("ask", "why", null), ErrorCode.INVALID_TRANSITION, "ask", "takes none");
    }

    @Test
    void H2_with_a_state_of_another_type() {
        refuses(new HookTransition.Go("ask", null, "no notes"), ErrorCode.INVALID_TRANSITION, "state", "Notes");
    }

    @Test
    void H2_with_a_result_of_another_type() {
        refuses(new HookTransition.End(42, null), ErrorCode.INVALID_TRANSITION, "result", "Notes");
    }

    @Test
    void H2_with_a_question_of_a_step() {
        refuses(new HookTransition.Ask(new Graphs.Question("?"), null), ErrorCode.INVALID_TRANSITION, "no interrupt");
    }

    @Test
    void H2_past_a_gate() {
        refuses(
                new HookTransition.Go("gated", new Graphs.Approved("nobody"), null),
                ErrorCode.GATE_BYPASSED,
                "gated",
                "ask");
    }

    @Test
    void H2_past_a_gate_with_the_other_answer() {
        StepHook hook = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return call.step().equals("third")
                        ? new HookDecision.Replace(new HookTransition.Go("gated", new Graphs.Approved("hook"), null))
                        : HookDecision.proceed();
            }
        };
        RunClient<Notes, Node> client = fixture.runs(Graphs.review().build(), b -> b.hook(hook));
        Ticket ticket = Outcomes.asked(client.run("one", Notes.of(), null)).ticket();

        Outcomes.failed(client.answer(ticket, new Graphs.Rejected("no")), ErrorCode.GATE_BYPASSED);
    }

    @Test
    void H2_a_second_visit_to_a_gated_step_needs_a_second_answer() {
        StepHook again = new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return call.step().equals("gated") ? new HookTransition.Go("gated", call.input(), null) : transition;
            }
        };
        RunClient<Notes, Node> client = fixture.runs(Graphs.review().build(), b -> b.hook(again));
        Ticket ticket = Outcomes.asked(client.run("one", Notes.of(), null)).ticket();

        Outcomes.failed(client.answer(ticket, new Graphs.Approved("Ann")), ErrorCode.GATE_BYPASSED);
    }

    @Test
    void H2_modifying_to_another_type() {
        assertThat(Outcomes.failed(modified("no notes", null), ErrorCode.INVALID_TRANSITION)
                        .failure()
                        .message())
                .contains("state");
        assertThat(Outcomes.failed(modified(null, "in"), ErrorCode.INVALID_TRANSITION)
                        .failure()
                        .message())
                .contains("takes none");
    }

    @Test
    void H2_nothing_at_all() {
        Outcomes.failed(rewritten(null), ErrorCode.HOOK_FAILED);
        Outcomes.failed(
                run(new StepHook() {
                    @Override
                    public HookDecision before(StepCall call) {
                        return null;
                    }
                }),
                ErrorCode.HOOK_FAILED);
    }

    @Test
    void H2_what_a_hook_may_do_it_may() {
        assertThat(Outcomes.completed(replaced(new HookTransition.Go("third", new Graphs.Rejected("hook"), null))))
                .hasToString("[shelved: hook]");
        assertThat(Outcomes.completed(rewritten(new HookTransition.End(Notes.of("other"), null))))
                .hasToString("[other]");
        assertThat(TestGraph.name(FIRST)).isEqualTo("first");
    }
}
