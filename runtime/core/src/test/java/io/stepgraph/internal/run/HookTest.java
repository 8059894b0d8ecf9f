package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Hooks.after;
import static io.stepgraph.runtime.testing.Hooks.before;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What hooks may do (H1), what is refused before anything is stored (H2), and their errors (H3). */
@Tag("H1")
@Tag("H2")
@Tag("H3")
final class HookTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<Object> seen = new ArrayList<>();
    private final TestGraph<Notes> line =
            Graphs.line((notes, context) -> notes.add("first"), (notes, context) -> notes.add("second"));

    /** The outcome of a review whose first step may also shelve, or end the run. */
    private RunOutcome<Node> review(StepHook hook) {
        TestGraph<Notes> graph = Graphs.review()
                .step(FIRST, s -> s.to(ASK, THIRD).toEnd(), (notes, input, context) -> Transition.go(ASK));
        return fixture.run(graph, b -> b.hook(hook));
    }

    @Test
    void H2_the_mode_gate_comes_first() {
        TestGraph<Notes> edits = Graphs.single(s -> s.requires(PermissionMode.BYPASS_PERMISSIONS), (n, c) -> {});
        Outcomes.parked(fixture.run(edits, b -> b.hook(Hooks.watching(seen::add))));
        assertThat(seen).isEmpty();
    }

    @Test
    void H1_a_hook_sees_the_step_its_run_and_what_it_gets() {
        fixture.run(line, b -> b.hook(Hooks.watching(seen::add)));
        StepCall second = (StepCall) seen.get(1);
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
        StepHook books = before(call -> {
            seen.add(call.step());
            return closed.get() && call.step().equals("second")
                    ? new HookDecision.Deny("The books are closed until Monday.")
                    : HookDecision.proceed();
        });
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
    void H1_what_is_stored_for_retry_and_failure_step_stays_unmodified() {
        StepHook once = before(call -> {
            seen.add(call.attempt() + " " + call.state() + " " + call.input());
            return call.attempt() == 1 && call.step().equals("first")
                    ? new HookDecision.Modify(Notes.of("modified"), "modified")
                    : HookDecision.proceed();
        });
        TestGraph<Notes> graph =
                Graphs.rescued(s -> s.takes(ValueType.of(String.class)).retry(2, 0, 1, 0, 0), (notes, context) -> {
                    seen.add("step " + notes);
                    throw new TransientException("busy");
                });
        RunOutcome<Node> outcome = fixture.runs(graph, b -> b.hook(once)).run("one", Notes.of("given"), "in");
        assertThat(seen).startsWith("1 [given] in", "step [modified]", "2 [given] in", "step [given]");
        assertThat(Outcomes.completed(outcome)).hasToString("[given, first STEP_FAILED busy]");
    }

    @Test
    void H1_replace_for_ever_is_stopped_by_the_budget() {
        StepHook replace = before("first", new HookDecision.Replace(new HookTransition.Go("first", null, null)));
        TestGraph<Notes> loop = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> Transition.end());
        Outcomes.failed(fixture.run(loop, b -> b.hook(replace).maxSteps(5)), ErrorCode.MAX_STEPS_EXCEEDED);
    }

    @Test
    void H1_after_may_rewrite_the_transition() {
        StepHook end = after((call, transition) -> {
            seen.add(transition.toString());
            return new HookTransition.End(null, Notes.of("ended early"));
        });
        assertThat(Outcomes.completed(review(end))).hasToString("[ended early]");
        assertThat(seen).containsExactly("Go[step=ask, input=null, state=[]]");
        StepHook politely = after((call, transition) -> transition instanceof HookTransition.Ask ask
                ? new HookTransition.Ask(new Graphs.Question("Pay, please?"), ask.state())
                : transition);
        RunOutcome<Node> asked =
                fixture.runs(Graphs.review(), b -> b.hook(politely)).run("two", Notes.of(), null);
        assertThat(Outcomes.asked(asked).question()).isEqualTo(new Graphs.Question("Pay, please?"));
    }

    static Stream<Arguments> refused() {
        String next = "[third, ask, END]";
        return Stream.of(
                go("nowhere", null, null, "nowhere", "first", next),
                go("first", null, null, "first", next),
                go("gated", new Graphs.Approved("nobody"), null, "gated", next),
                go("third", null, null, "third", "Rejected"),
                go("third", "no", null, "third", "String"),
                go("ask", "why", null, "ask", "hands an input to step", "takes none"),
                go("ask", null, "no notes", "state", "Notes"),
                arguments(new HookTransition.End(42, null), List.of("result", "Notes")),
                arguments(new HookTransition.Ask(new Graphs.Question("?"), null), List.of("not an interrupt")));
    }

    private static Arguments go(String step, Object input, Object state, String... says) {
        return arguments(new HookTransition.Go(step, input, state), List.of(says));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void H2_a_transition_that_the_step_does_not_declare_is_refused(HookTransition wanted, List<String> says) {
        for (StepHook hook : List.of(
                before("first", new HookDecision.Replace(wanted)),
                after((call, transition) -> call.step().equals("first") ? wanted : transition))) {
            RunOutcome.Failed<Node> failed = Outcomes.failed(review(hook), ErrorCode.INVALID_TRANSITION);
            assertThat(failed.failure().message()).contains(says);
            assertThat(failed.failure().step()).isEqualTo("first");
            assertThat(fixture.stored("one").checkpoint().step()).isEqualTo("first");
            fixture.memory.removals().delete(fixture.stored("one").key());
        }
    }

    @Test
    void H2_a_hook_ends_no_run_that_the_step_may_not_end() {
        StepHook end = before("first", new HookDecision.Replace(new HookTransition.End(null, null)));
        assertThat(Outcomes.failure(fixture.run(line, b -> b.hook(end)), ErrorCode.INVALID_TRANSITION))
                .contains("ends the run", "[second]");
    }

    @Test
    void H2_an_interrupt_is_not_replaced_and_only_asks() {
        Graphs.Question question = new Graphs.Question("Pay nobody?");
        HookTransition shelve = new HookTransition.Go("third", new Graphs.Rejected("hook"), null);
        for (StepHook hook : List.of(
                before("ask", new HookDecision.Replace(shelve)),
                before("ask", new HookDecision.Replace(new HookTransition.Ask(question, null))),
                after((call, transition) -> call.step().equals("ask") ? shelve : transition))) {
            RunOutcome.Failed<Node> failed = Outcomes.failed(review(hook), ErrorCode.INVALID_TRANSITION);
            assertThat(failed.failure().step()).isEqualTo("ask");
            fixture.memory.removals().delete(fixture.stored("one").key());
        }
    }

    @Test
    void H2_a_transition_that_the_step_declares_is_taken() {
        StepHook shelve = before(
                "first", new HookDecision.Replace(new HookTransition.Go("third", new Graphs.Rejected("hook"), null)));
        assertThat(Outcomes.completed(review(shelve))).hasToString("[shelved: hook]");
        assertThat(fixture.stored("one").checkpoint().visit()).isEqualTo(2);
    }

    /** The runs of a graph of two steps, of which the first needs several attempts with such a delay. */
    private RunClient<Notes, Node> retried(long delayMillis, StepHook... hooks) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).retry(3, delayMillis, 1, delayMillis, 0), (notes, input, context) -> {
                    if (context.attempt() < 3) {
                        throw new TransientException("busy");
                    }
                    return Transition.go(SECOND);
                })
                .ends(SECOND);
        return fixture.runs(graph, b -> {
            List.of(hooks).forEach(b::hook);
            return b.observer(seen::add);
        });
    }

    private static List<RunEvent.StepModified> modified(List<?> events) {
        return Events.of(RunEvent.StepModified.class, events);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 400_000})
    void H1_the_log_names_a_hook_that_modifies_once_for_each_visit_also_if_others_go_on(long delayMillis) {
        StepHook late = before(call -> new HookDecision.Modify(call.attempt() > 1 ? Notes.of("modified") : null, null));
        StepHook always = after((call, transition) -> transition);
        StepHook first = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return new HookDecision.Modify(Notes.of("modified"), null);
            }
        };
        RunClient<Notes, Node> runs = retried(delayMillis, late, always, first);

        Outcomes.completed(runs.run("one", Notes.of(), null));

        List<RunEvent> stored = Events.of(runs.events("one"));
        assertThat(modified(stored))
                .containsExactly(
                        new RunEvent.StepModified(
                                "one", "first", 1, 1, first.getClass().getName()),
                        new RunEvent.StepModified(
                                "one", "first", 1, 2, late.getClass().getName()),
                        new RunEvent.StepModified(
                                "one", "second", 2, 1, first.getClass().getName()));
        assertThat(modified(seen)).as("what observers hear").isEqualTo(modified(stored));
    }

    @Test
    void H1_a_modification_that_no_step_gets_is_not_in_the_log() {
        StepHook modify = before(call -> new HookDecision.Modify(Notes.of("modified"), null));
        StepHook deny = before("first", new HookDecision.Deny("Closed."));
        RunClient<Notes, Node> runs = fixture.runs(line, b -> b.hook(modify).hook(deny));

        Outcomes.parked(runs.run("one", Notes.of(), null));
        runs.as(Actor.named("ann")).cancel("one");

        assertThat(modified(Events.of(runs.events("one")))).isEmpty();
    }

    @Test
    void H2_modifying_to_another_type() {
        StepHook state = before(call -> new HookDecision.Modify("no notes", null));
        StepHook input = before(call -> new HookDecision.Modify(null, "in"));
        assertThat(refusal(state)).contains("state");
        fixture.memory.removals().delete(fixture.stored("one").key());
        assertThat(refusal(input)).contains("takes none");
    }

    private String refusal(StepHook hook) {
        return Outcomes.failure(review(hook), ErrorCode.INVALID_TRANSITION);
    }

    @Test
    void H3_a_hook_that_returns_nothing_fails_the_step() {
        Outcomes.failed(review(after((call, transition) -> null)), ErrorCode.HOOK_FAILED);
        fixture.memory.removals().delete(fixture.stored("one").key());
        Outcomes.failed(review(before(call -> null)), ErrorCode.HOOK_FAILED);
    }

    @Test
    void H3_a_transient_failure_of_a_hook_is_retried_as_the_step_s() {
        StepHook flaky = after((call, transition) -> {
            if (call.attempt() == 1) {
                throw new TransientException("flaky");
            }
            return transition;
        });
        Outcomes.completed(fixture.run(Graphs.single(s -> s.retry(2, 0, 1, 0, 0), (n, c) -> {}), b -> b.hook(flaky)));
    }

    @Test
    void H3_what_a_fail_open_hook_throws_or_returns_is_ignored() {
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
        assertThat(Outcomes.completed(fixture.run(line, b -> b.failOpenHook(broken))))
                .hasToString("[first, second]");
    }
}
