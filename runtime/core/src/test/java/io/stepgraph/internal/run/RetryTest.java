package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another attempt, from the state at entry, after the right delay (R5, R6). */
@Tag("R5")
@Tag("R6")
@Tag("R8")
final class RetryTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> seen = new ArrayList<>();

    /** One step with three attempts, which fails as often as it is told to. */
    private TestGraph<Notes> failing(int times, Callable<? extends Exception> with) {
        return Graphs.single(s -> s.retry(3, 100, 2, 30_000, 0, IOException.class), (notes, context) -> {
            seen.add(context.attempt() + " " + notes);
            notes.add("attempt " + context.attempt());
            if (context.attempt() <= times) {
                throw with.call();
            }
        });
    }

    @Test
    void R6_attempts_counts_all_tries_and_each_waits_longer() {
        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.run(failing(9, () -> new TransientException("busy"))), ErrorCode.STEP_FAILED);
        assertThat(failed.failure())
                .isEqualTo(new StepFailure<>(
                        "first", 1, 3, ErrorCode.STEP_FAILED, TransientException.class.getName(), "busy"));
        assertThat(failed.cause()).isInstanceOf(TransientException.class);
        assertThat(fixture.time.waits()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void R5_the_input_of_a_later_attempt_is_fresh_too() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(Notes.class)).toEnd().retry(2, 0, 1, 0, 0),
                        (notes, input, context) -> {
                            seen.add(input.toString());
                            ((Notes) input).add("changed");
                            if (context.attempt() == 1) {
                                throw new TransientException("busy");
                            }
                            return Transition.end();
                        });

        fixture.runs(graph).run("one", Notes.of(), Notes.of("in"));

        assertThat(seen).containsExactly("[in]", "[in]");
    }

    @Test
    void R6_a_type_named_in_on_is_retried_and_so_are_its_subclasses() {
        fixture.run(failing(1, () -> new FileNotFoundException("gone")));
        assertThat(seen).hasSize(2);
    }

    @Test
    void R6_what_cannot_be_stored_or_is_null_is_never_retried() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(3, 0, 1, 0, 0, Throwable.class), (notes, input, context) -> {
                    seen.add("tried");
                    return Transition.endWith(null);
                });
        Outcomes.failed(fixture.run(graph), ErrorCode.NULL_RETURNED);
        assertThat(seen).hasSize(1);
    }

    @Test
    void R6_the_far_side_may_ask_for_more_time() {
        fixture.run(failing(1, () -> new TransientException("slow down", null, Duration.ofSeconds(7))));
        assertThat(fixture.time.waits()).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void R6_a_crash_during_the_delay_keeps_the_attempts_made() {
        TestGraph<Notes> graph = failing(9, () -> new TransientException("busy"));
        Crash.after(fixture, 2, () -> fixture.run(graph));
        assertThat(fixture.store.commits().get(0).result().state()).isNull();
        Outcomes.failed(fixture.runs(graph).resume("one"), ErrorCode.STEP_FAILED);
        assertThat(seen).containsExactly("1 []", "2 []", "3 []");
    }

    @Test
    void R6_who_waits_for_a_long_delay_reads_the_state_once_before_it_and_once_after_it() {
        Outcomes.completed(fixture.run(Graphs.single(s -> s.retry(2, 1_800_000, 1, 1_800_000, 0), (notes, context) -> {
            seen.add("tried");
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
        })));
        assertThat(seen).hasSize(2);
        assertThat(fixture.store.calls().stream().filter("find"::equals)).hasSize(2);
    }

    @Test
    void R6_closing_ends_the_delay_and_gives_the_run_back() {
        Runner runner = fixture.runner(builder -> builder);
        RunClient<Notes, Node> runs = runner.client(failing(1, () -> new TransientException("busy")), new Object());
        fixture.time.onWait(() -> {
            fixture.time.onWait(() -> {});
            CompletableFuture.runAsync(runner::close).join();
        });

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(fixture.stored("one").checkpoint().attempt()).isEqualTo(2);
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();

        RunClient<Notes, Node> later = fixture.runs(failing(1, () -> new TransientException("busy")));
        assertThat(Outcomes.completed(later.resume("one"))).hasToString("[attempt 2]");
    }
}
