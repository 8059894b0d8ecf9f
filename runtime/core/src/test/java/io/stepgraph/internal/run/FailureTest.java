package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Index;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An error without a retry goes to the failure step. Without a failure step, the error ends the run (R7). */
@Tag("R5")
@Tag("R6")
@Tag("R7")
@Tag("H3")
@Tag("V1")
final class FailureTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    @Test
    void R7_a_failure_is_stored_with_step_attempt_code_class_and_message() {
        IllegalStateException thrown = new IllegalStateException("broken");
        RunClient<Notes, Node> runs = fixture.runs(Graphs.line((n, c) -> n.add("first"), (n, c) -> {
            throw thrown;
        }));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        StepFailure<?> expected =
                new StepFailure<>("second", 2, 1, ErrorCode.STEP_FAILED, "java.lang.IllegalStateException", "broken");
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
        assertThat(Objects.requireNonNull(fixture.memory
                                .log()
                                .events(fixture.stored("one").key(), 0, 100))
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
        fixture.run(graph, builder -> builder.failureTrace(false));
        assertThat(trace()).isNull();
    }

    private static TestGraph<Notes> rescued() {
        return Graphs.rescued(s -> {}, (notes, context) -> {
            throw new IllegalStateException("broken");
        });
    }

    @Test
    void V1_a_failure_that_another_step_takes_is_told_and_stored_in_the_place_of_a_finished_step() {
        List<RunEvent> told = new ArrayList<>();
        fixture.run(rescued(), builder -> builder.observer(told::add));
        List<RunEvent> stored = Events.of(fixture.runs(rescued()).events("one"));
        RunEvent failed = new RunEvent.StepFailed(
                "one",
                new StepFailure<>(
                        "first", 1, 1, ErrorCode.STEP_FAILED, IllegalStateException.class.getName(), "broken"),
                "rescue",
                Duration.ZERO);
        assertThat(stored).hasSize(6).contains(failed, Index.atIndex(2));
        assertThat(stored.get(4)).isEqualTo(new RunEvent.StepFinished("one", "rescue", 2, 1, null, Duration.ZERO));
        assertThat(told.get(2)).isEqualTo(failed);
    }

    @Test
    void R7_a_failure_step_that_was_cut_off_gets_the_same_failure() {
        Crash.after(fixture, 2, () -> fixture.run(rescued()));
        assertThat(Outcomes.completed(fixture.runs(rescued()).resume("one"))).hasToString("[first STEP_FAILED broken]");
    }

    @Test
    void errors_fail_the_step_like_exceptions() {
        assertThat(failsWith(new AssertionError("asserted")).type()).isEqualTo("java.lang.AssertionError");
        assertThat(failsWith(new StackOverflowError()).type()).isEqualTo("java.lang.StackOverflowError");
        assertThat(failsWith(new NoClassDefFoundError("Gone")).message()).isEqualTo("Gone");
        assertThat(failsWith(new IllegalStateException()).message()).isEmpty();
    }

    private StepFailure<?> failsWith(Throwable thrown) {
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
        StepFailure<?> failure = failsWith(new Rude());
        assertThat(failure.type()).isEqualTo(Rude.class.getName());
        assertThat(failure.message()).isEmpty();
        StepHook hook = Hooks.before(call -> {
            throw new Rude();
        });
        RunOutcome<Node> outcome = fixture.run(Graphs.single((notes, context) -> {}), b -> b.hook(hook));
        assertThat(Outcomes.failed(outcome, ErrorCode.HOOK_FAILED).failure().type())
                .isEqualTo(Rude.class.getName());
    }

    @Test
    void R6_nor_is_it_in_the_way_of_another_attempt() {
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(2, 1, 1, 1, 0), (notes, context) -> {
            if (context.attempt() == 1) {
                throw new Rude();
            }
        });
        Outcomes.completed(fixture.run(graph, b -> b.observer(event -> {})));
    }

    @Test
    void R7_a_message_that_is_long_or_holds_what_no_store_keeps_is_stored() {
        for (String message : List.of(
                "x".repeat(3_999) + "\uD83D\uDE00 tail", "x".repeat(1_000_000), "cut \uD83D", "half \uD83D and \0")) {
            String id = "m" + message.hashCode();
            RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {
                throw new IllegalStateException(message);
            }));
            StepFailure<?> failure = Outcomes.failed(runs.run(id, Notes.of(), null), ErrorCode.STEP_FAILED)
                    .failure();
            assertThat(failure.message()).hasSizeLessThan(5_000);
            assertThat(failure.message().endsWith("…")).isEqualTo(message.length() > 1_000);
            assertThat(((RunOutcome.Failed<Node>) runs.resume(id)).failure()).isEqualTo(failure);
        }
    }

    @Test
    void a_step_that_returns_null_has_failed() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class).step(FIRST, s -> s.toEnd(), (notes, input, context) -> null);
        Outcomes.failed(fixture.run(graph), ErrorCode.NULL_RETURNED);
    }

    @Test
    void errors_of_another_run_inside_a_step_are_the_step_s_own() {
        RunClient<Notes, Node> inner = fixture.runs(Graphs.single((notes, context) -> {}));
        TestGraph<Notes> graph = Graphs.single((notes, context) -> inner.resume("nobody"));

        RunOutcome.Failed<Node> failed = Outcomes.failed(fixture.run(graph), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().type()).isEqualTo(RunNotFoundException.class.getName());
    }
}
