package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The abilities of hooks (H1, H2). Their limits are in {@link HookLimitsTest}, their errors in {@link HookErrorsTest}. */
@Tag("H1")
@Tag("H2")
final class HookTest {
    private final Fixture fixture = new Fixture();
    private final List<String> seen = new ArrayList<>();
    private final TestGraph<Notes> line =
            Graphs.line((notes, context) -> notes.add("first"), (notes, context) -> notes.add("second"));

    @AfterEach
    void close() {
        fixture.close();
    }

    private static StepHook before(String step, HookDecision decision) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return call.step().equals(step) ? decision : HookDecision.proceed();
            }
        };
    }

    private final class Named implements StepHook {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public HookDecision before(StepCall call) {
            seen.add("before " + name + " " + call.step());
            return HookDecision.proceed();
        }

        @Override
        public HookTransition after(StepCall call, HookTransition transition) {
            seen.add("after " + name + " " + call.step());
            return transition;
        }
    }

    @Test
    void H2_before_hooks_in_order_and_after_hooks_in_reverse() {
        fixture.runs(
                        Graphs.single((n, c) -> seen.add("step")),
                        b -> b.hook(new Named("a")).hook(new Named("b")))
                .run("one", Notes.of(), null);

        assertThat(seen).containsExactly("before a first", "before b first", "step", "after b first", "after a first");
    }

    @Test
    void H2_the_mode_gate_comes_first() {
        TestGraph<Notes> edits = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.requires(PermissionMode.BYPASS_PERMISSIONS).toEnd(), (n, i, c) -> Transition.end())
                .build();

        Outcomes.parked(fixture.runs(edits, b -> b.hook(new Named("a"))).run("one", Notes.of(), null));

        assertThat(seen).isEmpty();
    }

    @Test
    void H1_a_hook_sees_the_step_its_run_and_what_it_gets() {
        List<StepCall> calls = new ArrayList<>();
        fixture.runs(
                        line,
                        b -> b.hook(new StepHook() {
                            @Override
                            public HookDecision before(StepCall call) {
                                calls.add(call);
                                return HookDecision.proceed();
                            }
                        }))
                .run("one", Notes.of("x"), null);

        StepCall second = calls.get(1);
        assertThat(second.runId()).isEqualTo("one");
        assertThat(second.graph()).isEqualTo("test");
        assertThat(second.step()).isEqualTo("second");
        assertThat(second.visit()).isEqualTo(2);
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.mode()).isEqualTo(PermissionMode.DEFAULT);
        assertThat(second.required()).isEqualTo(PermissionMode.PLAN);
        assertThat(second.input()).isNull();
    }

    @Test
    void H1_deny_parks_and_is_asked_again_without_a_write() {
        AtomicBoolean closed = new AtomicBoolean(true);
        StepHook books = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                seen.add(call.step());
                return closed.get() && call.step().equals("second")
                        ? new HookDecision.Deny("The books are closed until Monday.")
                        : HookDecision.proceed();
            }
        };
        RunClient<Notes, Node> runs = fixture.runs(line, b -> b.hook(books));

        RunOutcome.Parked<Node> parked = Outcomes.parked(runs.run("one", Notes.of(), null));
        assertThat(parked)
                .isEqualTo(new RunOutcome.Parked<>(
                        SECOND,
                        "The books are closed until Monday.",
                        null,
                        PermissionMode.DEFAULT,
                        PermissionMode.DEFAULT));
        fixture.store.forget();
        assertThat(runs.resume("one")).isEqualTo(parked);
        assertThat(fixture.store.writes()).isEmpty();

        closed.set(false);
        seen.clear();
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[first, second]");
        assertThat(seen).as("asked once for the attempt").containsExactly("second");
    }

    @Test
    void H1_modify_is_for_the_attempt_and_the_state_it_leaves_is_stored() {
        RunOutcome<Node> outcome = fixture.runs(
                        line, b -> b.hook(before("second", new HookDecision.Modify(Notes.of("modified"), null))))
                .run("one", Notes.of(), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[modified, second]");
    }

    @Test
    void H1_what_is_stored_for_retry_and_failure_step_stays_unmodified() {
        StepHook once = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                seen.add(call.attempt() + " " + call.state() + " " + call.input());
                return call.attempt() == 1 && call.step().equals("first")
                        ? new HookDecision.Modify(Notes.of("modified"), "modified")
                        : HookDecision.proceed();
            }
        };
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(String.class))
                                .retry(2, 0, 1, 0, 0)
                                .onFailure(Node.RESCUE)
                                .toEnd(),
                        (notes, input, context) -> {
                            seen.add("step " + notes + " " + input);
                            throw new TransientException("busy");
                        })
                .step(Node.RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (n, i, c) -> Transition.end())
                .build();

        RunOutcome<Node> outcome = fixture.runs(graph, b -> b.hook(once)).run("one", Notes.of("given"), "in");

        assertThat(seen).startsWith("1 [given] in", "step [modified] modified", "2 [given] in", "step [given] in");
        assertThat(Outcomes.completed(outcome)).hasToString("[given]");
    }

    @Test
    void H1_replace_takes_another_transition_and_costs_one_visit() {
        StepHook replace =
                before("first", new HookDecision.Replace(new HookTransition.Go("second", null, Notes.of("r"))));

        RunOutcome<Node> outcome = fixture.runs(line, b -> b.hook(replace)).run("one", Notes.of(), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[r, second]");
        assertThat(fixture.stored("one").checkpoint().visit()).isEqualTo(2);
    }

    @Test
    void H1_replace_for_ever_is_stopped_by_the_budget() {
        StepHook replace = before("first", new HookDecision.Replace(new HookTransition.Go("first", null, null)));

        Outcomes.failed(
                fixture.runs(line, b -> b.hook(replace).maxSteps(5)).run("one", Notes.of(), null),
                ErrorCode.MAX_STEPS_EXCEEDED);
    }

    @Test
    void H1_after_may_rewrite_the_transition() {
        StepHook end = new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                seen.add(transition.toString());
                return new HookTransition.End(null, Notes.of("ended early"));
            }
        };

        RunOutcome<Node> outcome = fixture.runs(line, b -> b.hook(end)).run("one", Notes.of(), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[ended early]");
        assertThat(seen).containsExactly("Go[step=second, input=null, state=[first]]");
    }

    @Test
    void H1_after_may_change_what_is_asked() {
        StepHook politely = new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return transition instanceof HookTransition.Ask ask
                        ? new HookTransition.Ask(new Graphs.Question("Pay, please?"), ask.state())
                        : transition;
            }
        };

        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(
                fixture.runs(Graphs.review().build(), b -> b.hook(politely)).run("one", Notes.of(), null));

        assertThat(asked.question()).isEqualTo(new Graphs.Question("Pay, please?"));
    }

    @Test
    void H1_hooks_run_at_each_attempt() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(2, 0, 1, 0, 0), (notes, input, context) -> {
                    if (context.attempt() == 1) {
                        throw new TransientException("busy");
                    }
                    return Transition.end();
                })
                .build();

        fixture.runs(graph, b -> b.hook(new Named("a"))).run("one", Notes.of(), null);

        assertThat(seen).containsExactly("before a first", "before a first", "after a first");
    }
}
