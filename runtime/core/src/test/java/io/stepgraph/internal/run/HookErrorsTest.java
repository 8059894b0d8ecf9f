package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The effects of errors in hooks (H3). */
@Tag("H3")
final class HookErrorsTest {
    private final Fixture fixture = new Fixture();
    private final TestGraph<Notes> line =
            Graphs.line((notes, context) -> notes.add("first"), (notes, context) -> notes.add("second"));

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void H3_a_hook_that_throws_fails_the_step_as_the_step_would() {
        StepHook broken = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                throw new IllegalArgumentException("broken hook");
            }
        };

        RunOutcome.Failed<Node> failed = Outcomes.failed(
                fixture.runs(line, b -> b.hook(broken)).run("one", Notes.of(), null), ErrorCode.HOOK_FAILED);

        assertThat(failed.failure().message()).isEqualTo("broken hook");
        assertThat(failed.cause()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void H3_a_transient_failure_of_a_hook_is_retried_as_the_step_s() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(2, 0, 1, 0, 0), (notes, input, context) -> Transition.end())
                .build();
        StepHook flaky = new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                if (call.attempt() == 1) {
                    throw new TransientException("flaky");
                }
                return transition;
            }
        };

        Outcomes.completed(fixture.runs(graph, b -> b.hook(flaky)).run("one", Notes.of(), null));
    }

    @Test
    void H3_a_fail_open_hook_that_throws_is_ignored() {
        StepHook broken = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                throw new AssertionError("broken hook");
            }

            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return null;
            }
        };

        assertThat(Outcomes.completed(
                        fixture.runs(line, b -> b.failOpenHook(broken)).run("one", Notes.of(), null)))
                .hasToString("[first, second]");
    }
}
