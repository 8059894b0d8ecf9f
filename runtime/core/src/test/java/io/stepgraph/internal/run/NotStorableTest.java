package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The runtime finds a value that cannot be stored before the commit, names the field, and fails the step (R5, R12). */
@Isolated("A run of it is alone in its process.")
@Tag("R5")
@Tag("R12")
final class NotStorableTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    /** A state that may hold what is no data. */
    public static final class Odd {
        public Object handler;
    }

    @Test
    void R12_an_unstorable_state_fails_the_step_and_stores_nothing_of_it() {
        TestGraph<Odd> graph = TestGraph.of(Odd.class)
                .goes(FIRST, SECOND, (odd, context) -> {
                    odd.handler = (Runnable) () -> {};
                })
                .ends(SECOND);

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.runs(graph).run("one", new Odd(), null), ErrorCode.NOT_STORABLE);

        assertThat(failed.failure().message()).contains("handler");
        assertThat(failed.failure().step()).isEqualTo("first");
        assertThat(fixture.stored("one").checkpoint().step()).isEqualTo("first");
    }

    @Test
    void R12_what_is_above_a_limit_of_the_store_is_taken_by_the_failure_step_if_that_can_be_stored() {
        TestGraph<Notes> graph = Graphs.rescued(s -> {}, (notes, context) -> {});
        refuseCommits(1);
        assertThat(Outcomes.completed(fixture.run(graph)))
                .hasToString("[first VALUE_TOO_LARGE More than this store takes.]");
        refuseCommits(2);
        Outcomes.failed(fixture.runs(graph).run("two", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);
    }

    static Stream<Arguments> refused() {
        StepHook proceed = Hooks.before(call -> HookDecision.proceed());
        StepHook deny = Hooks.before(call -> new HookDecision.Deny("not now"));
        return Stream.of(
                arguments("a state", Graphs.line((n, c) -> n.add("x"), (n, c) -> {}), proceed),
                arguments("a denial", Graphs.single((n, c) -> {}), deny),
                arguments(
                        "a step above the mode",
                        Graphs.single(s -> s.requires(PermissionMode.ACCEPT_EDITS), (n, c) -> {}),
                        proceed),
                arguments(
                        "another attempt",
                        Graphs.single(s -> s.retry(3, 1, 1, 1, 0), (notes, context) -> {
                            throw new TransientException("busy");
                        }),
                        proceed));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void R12_what_the_store_refuses_fails_the_step(String what, TestGraph<Notes> graph, StepHook hook) {
        refuseCommits(1);
        assertThat(Outcomes.failure(fixture.run(graph, b -> b.hook(hook)), ErrorCode.VALUE_TOO_LARGE))
                .isEqualTo("More than this store takes.");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_a_failure_whose_message_is_above_the_size_limit_of_values_ends_the_run() {
        AtomicInteger performed = new AtomicInteger();
        String message = "x".repeat(1_000);
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.single((notes, context) -> {
                    performed.incrementAndGet();
                    throw new IllegalStateException(message);
                }),
                b -> b.maxValueBytes(500));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).isEqualTo(message);
        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Failed<Node>(failed.failure(), null));
        assertThat(performed).hasValue(1);
    }

    @Test
    void R12_a_failure_above_the_size_limit_of_values_is_handed_to_the_failure_step() {
        String message = "x".repeat(300);
        TestGraph<Notes> graph = Graphs.rescued(s -> {}, (notes, context) -> {
            throw new IllegalStateException(message);
        });
        assertThat(Outcomes.completed(fixture.run(graph, b -> b.maxValueBytes(400))))
                .hasToString("[first STEP_FAILED " + message + "]");
    }

    @Test
    void R12_a_failure_that_the_store_refuses_because_of_its_custom_events_is_stored_without_them() {
        refuseCommits(1);

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(emittingAndFailing().run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).isEqualTo("failed");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_a_failure_that_the_store_refuses_altogether_is_stored_without_its_message() {
        refuseCommits(2);

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(emittingAndFailing().run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).isEqualTo("The store did not accept the message.");
        assertThat(failed.failure().type()).isEqualTo(IllegalStateException.class.getName());
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_a_step_is_not_repeated_for_ever_whatever_refuses_its_failure() {
        AtomicInteger performed = new AtomicInteger();
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.single((notes, context) -> {
                    performed.incrementAndGet();
                    throw new IllegalStateException("failed");
                }),
                b -> b.maxCrashes(3));
        for (Error refusal : new Error[] {null, new AssertionError("a store with a bug")}) {
            String id = refusal == null ? "one" : "two";
            performed.set(0);
            fixture.store.before(call -> {
                if (call.equals("commit") && refusal != null) {
                    throw refusal;
                } else if (call.equals("commit")) {
                    throw new NotStorableException(
                            ErrorCode.VALUE_TOO_LARGE, "row", "More than this store takes.", null);
                }
            });

            for (int i = 0; i < 6; i++) {
                assertThatThrownBy(() -> runs.run(id, Notes.of(), null))
                        .isInstanceOf(refusal == null ? NotStorableException.class : AssertionError.class);
            }
            fixture.store.before(call -> {});

            assertThat(performed).hasValue(3 + 2);
            Outcomes.failed(runs.run(id, Notes.of(), null), ErrorCode.CRASH_LOOP);
        }
    }

    private RunClient<Notes, Node> emittingAndFailing() {
        return fixture.runs(Graphs.single((notes, context) -> {
            context.emit("much");
            throw new IllegalStateException("failed");
        }));
    }

    private void refuseCommits(int times) {
        fixture.store.failing(
                "commit",
                times,
                new NotStorableException(ErrorCode.VALUE_TOO_LARGE, "row", "More than this store takes.", null));
    }

    @Test
    void R12_an_unstorable_state_is_taken_by_the_failure_step() {
        TestGraph<Notes> graph = Graphs.rescued(s -> {}, (notes, context) -> notes.add("x".repeat(2_000)));
        assertThat(Outcomes.completed(fixture.run(graph, b -> b.maxValueBytes(1_000))))
                .asString()
                .startsWith("[first VALUE_TOO_LARGE Notes is above the limit of 1000 bytes");
    }

    @Test
    void R12_a_question_above_the_size_limit_fails_the_interrupt() {
        TestGraph<Notes> graph = Graphs.review()
                .interrupt(
                        Node.ASK,
                        Graphs.Question.class,
                        s -> s.to(Node.GATED, Node.THIRD).answeredBy(ValueType.of(Graphs.Decision.class)),
                        Graphs::route,
                        (notes, input, context) -> Transition.ask(new Graphs.Question("x".repeat(2_000))));

        Outcomes.failed(fixture.run(graph, b -> b.maxValueBytes(1_000)), ErrorCode.VALUE_TOO_LARGE);
    }
}
