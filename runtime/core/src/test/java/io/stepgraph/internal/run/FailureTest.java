package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.IllegalRunStatusException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Index;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An error without a retry goes to the failure step. Without a failure step, the error ends the run (R7). */
@Tag("R5")
@Tag("R6")
@Tag("R7")
@Tag("H3")
@Tag("V1")
final class FailureTest {
    private final Fixture fixture = new Fixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static TestGraph<Notes> rescued(Graphs.Work first) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).onFailure(RESCUE), (notes, input, context) -> {
                    first.on(notes, context);
                    return Transition.go(SECOND);
                })
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.end())
                .step(RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    StepFailure failure = (StepFailure) input;
                    notes.add(failure.step() + " " + failure.code() + " " + failure.message());
                    return Transition.end();
                })
                .build();
    }

    @Test
    void R7_a_failure_is_stored_with_step_attempt_code_class_and_message() {
        IllegalStateException thrown = new IllegalStateException("broken");
        RunClient<Notes, Node> runs = fixture.runs(Graphs.line((n, c) -> n.add("first"), (n, c) -> {
            throw thrown;
        }));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        StepFailure expected =
                new StepFailure("second", 2, 1, ErrorCode.STEP_FAILED, "java.lang.IllegalStateException", "broken");
        assertThat(failed.failure()).isEqualTo(expected);
        assertThat(failed.cause()).isSameAs(thrown);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
        assertThat(runs.resume("one")).isEqualTo(new RunOutcome.Failed<Node>(expected, null));
        assertThat(runs.outcome("one")).isEqualTo(new RunOutcome.Failed<Node>(expected, null));
    }

    private @Nullable String trace() {
        return RunInspector.of(fixture.memory, "default").failureTrace("one");
    }

    @Test
    void R7_the_trace_of_a_failure_is_stored_beside_it_until_a_retry() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((n, c) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("broken", new IllegalArgumentException("the root"));
            }
        }));
        runs.run("one", Notes.of(), null);

        assertThat(trace())
                .startsWith("java.lang.IllegalStateException: broken\n\tat " + FailureTest.class.getName())
                .contains("\nCaused by: java.lang.IllegalArgumentException: the root");
        assertThat(Objects.requireNonNull(
                                fixture.memory.events(fixture.stored("one").key(), 0, 100))
                        .batches())
                .extracting(batch -> batch.events().text())
                .noneMatch(text -> text.contains("the root"));
        assertThat(RunInspector.of(fixture.memory, "default").outcome("one"))
                .asString()
                .doesNotContain("the root");

        runs.retry("one");
        assertThat(trace()).isNull();
    }

    @Test
    void R7_a_run_can_fail_without_a_trace() {
        TestGraph<Notes> graph = Graphs.single((n, c) -> {
            throw new IllegalStateException("broken");
        });
        fixture.runs(graph, builder -> builder.failureTrace(false)).run("one", Notes.of(), null);
        assertThat(trace()).isNull();
    }

    @Test
    void R7_the_state_of_a_failed_run_is_the_one_at_entry() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.line((n, c) -> n.add("first"), (n, c) -> {
            n.add("half done");
            throw new IllegalStateException("broken");
        }));
        runs.run("one", Notes.of(), null);

        assertThat(fixture.stored("one").state()).hasToString("{\"lines\":[\"first\"],\"count\":0}");
    }

    @Test
    void R7_retry_enters_the_visit_again_with_new_attempts() {
        AtomicInteger calls = new AtomicInteger();
        List<Object> seen = new ArrayList<>();
        RunClient<Notes, Node> runs = fixture.runs(Graphs.line((n, c) -> n.add("first"), (n, c) -> {
            seen.add(c.visit() + "/" + c.attempt() + n);
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
        }));
        runs.run("one", Notes.of(), null);

        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[first]");
        assertThat(seen).containsExactly("2/1[first]", "2/1[first]");
    }

    @Test
    void R7_only_a_failed_run_is_retried() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review().build());
        runs.run("one", Notes.of(), null);

        assertThatThrownBy(() -> runs.retry("one"))
                .isInstanceOf(IllegalRunStatusException.class)
                .hasMessageContaining("WAITING");
        assertThatThrownBy(() -> runs.retry("nobody")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void R5_R7_the_failure_step_gets_the_failure_and_the_state_at_entry() {
        RunOutcome<Node> outcome = fixture.runs(rescued((notes, context) -> {
                    notes.add("half done");
                    throw new IllegalStateException("broken");
                }))
                .run("one", Notes.of("given"), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[given, first STEP_FAILED broken]");
        assertThat(fixture.store.commits().get(0).checkpoint().visit()).isEqualTo(2);
        assertThat(fixture.store.commits().get(0).checkpoint().step()).isEqualTo("rescue");
    }

    @Test
    void V1_a_failure_that_another_step_takes_is_told_and_stored_in_the_place_of_a_finished_step() {
        TestGraph<Notes> graph = rescued((notes, context) -> {
            throw new IllegalStateException("broken");
        });
        List<RunEvent> told = new ArrayList<>();
        fixture.runs(graph, builder -> builder.listener(told::add)).run("one", Notes.of(), null);
        List<RunEvent> stored = new ArrayList<>();
        try (RunStream stream = fixture.runs(graph).events("one")) {
            stream.forEach(event -> stored.add(event.event()));
        }

        RunEvent failed = new RunEvent.StepFailed(
                "one",
                new StepFailure("first", 1, 1, ErrorCode.STEP_FAILED, IllegalStateException.class.getName(), "broken"),
                "rescue");
        assertThat(stored).hasSize(6).contains(failed, Index.atIndex(2));
        assertThat(stored.get(4)).isEqualTo(new RunEvent.StepFinished("one", "rescue", 2, 1, null));
        assertThat(told.get(2)).isEqualTo(failed);
    }

    @Test
    void R7_a_failure_step_that_was_cut_off_gets_the_same_failure() {
        TestGraph<Notes> graph = rescued((notes, context) -> {
            throw new IllegalStateException("broken");
        });
        Crash.after(fixture, 2, () -> fixture.runs(graph).run("one", Notes.of(), null));

        assertThat(Outcomes.completed(fixture.runs(graph).resume("one"))).hasToString("[first STEP_FAILED broken]");
    }

    @Test
    void errors_fail_the_step_like_exceptions() {
        assertThat(failsWith(new AssertionError("asserted")).type()).isEqualTo("java.lang.AssertionError");
        assertThat(failsWith(new StackOverflowError()).type()).isEqualTo("java.lang.StackOverflowError");
        assertThat(failsWith(new NoClassDefFoundError("Gone")).message()).isEqualTo("Gone");
        assertThat(failsWith(new IllegalStateException()).message()).isEmpty();
    }

    private StepFailure failsWith(Throwable thrown) {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        });
        return Outcomes.failed(
                        fixture.runs(graph).run(thrown.getClass().getSimpleName(), Notes.of(), null),
                        ErrorCode.STEP_FAILED)
                .failure();
    }

    /** Even to ask what went wrong goes wrong. */
    private static final class Rude extends TransientException {
        private static final long serialVersionUID = 1;

        Rude() {
            super("");
        }

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("rude");
        }

        @Override
        public String toString() {
            throw new UnsupportedOperationException("rude");
        }
    }

    @Test
    void R7_an_exception_that_cannot_say_its_message_is_a_failure_like_any_other() {
        StepFailure failure = failsWith(new Rude());

        assertThat(failure.type()).isEqualTo(Rude.class.getName());
        assertThat(failure.message()).isEmpty();
    }

    @Test
    void R6_an_exception_that_cannot_say_its_message_is_retried_like_any_other() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(2, 1, 1, 1, 0), (notes, input, context) -> {
                    if (context.attempt() == 1) {
                        throw new Rude();
                    }
                    return Transition.end();
                })
                .build();

        Outcomes.completed(fixture.runs(graph, b -> b.listener(event -> {})).run("one", Notes.of(), null));
    }

    @Test
    void H3_a_hook_that_throws_what_cannot_say_its_message_fails_the_step() {
        StepHook hook = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                throw new Rude();
            }
        };
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {}), b -> b.hook(hook));

        assertThat(Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.HOOK_FAILED)
                        .failure()
                        .type())
                .isEqualTo(Rude.class.getName());
    }

    @Test
    void R7_a_message_that_is_cut_or_holds_half_a_character_is_stored() {
        for (String message : List.of("x".repeat(3_999) + "\uD83D\uDE00 tail", "cut \uD83D", "cut \uD83D here \0")) {
            RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {
                throw new IllegalStateException(message);
            }));

            Outcomes.failed(runs.run("m" + message.hashCode(), Notes.of(), null), ErrorCode.STEP_FAILED);
        }
    }

    @Test
    void an_endless_recursion_in_a_step_is_a_failure() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> notes.count = deeper(notes.count));

        Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.STEP_FAILED);
    }

    @SuppressWarnings("InfiniteRecursion") // it is what the test is about
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @Test
    void a_step_that_returns_null_has_failed() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd(), (notes, input, context) -> null)
                .build();

        Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.NULL_RETURNED);
    }

    @Test
    void a_message_as_long_as_a_book_is_cut() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            throw new IllegalStateException("x".repeat(1_000_000));
        });

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).hasSizeLessThan(5_000).endsWith("…");
    }

    @Test
    void errors_of_another_run_inside_a_step_are_the_step_s_own() {
        RunClient<Notes, Node> inner = fixture.runs(Graphs.single((notes, context) -> {}));
        TestGraph<Notes> graph = Graphs.single((notes, context) -> inner.resume("nobody"));

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().type()).isEqualTo(RunNotFoundException.class.getName());
    }
}
