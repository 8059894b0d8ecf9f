package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Printed;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** One warning for each run that fails, and for no other run (R7). */
@Tag("R7")
@Isolated("It reads the standard error stream.")
final class FailureLogTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    @Test
    void R7_a_run_that_fails_is_logged_once_with_its_exception_and_without_its_values() {
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.single(s -> s.retry(3, 1, 1, 1, 0, IllegalStateException.class), (notes, context) -> {
                    throw new IllegalStateException("broken");
                }));
        Printed printed = Printed.by(() -> runs.run("one", Notes.of("secret"), null));
        assertThat(printed.only("WARN"))
                .contains("io.stepgraph.failures")
                .contains("Run 'one' of graph 'test' in namespace 'default' failed at step 'first', visit 1, attempt 3")
                .contains("[STEP_FAILED]");
        assertThat(printed.lines("java.lang.IllegalStateException: broken")).hasSize(1);
        assertThat(printed.text()).contains("\tat ").doesNotContain("secret");
        assertThat(Printed.by(() -> runs.resume("one")).text()).isEmpty();
    }

    @Test
    void R7_equal_traces_of_one_step_are_logged_once_a_minute_with_their_number() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {
            throw new IllegalStateException("broken in " + context.runId());
        }));
        Printed printed = Printed.by(() -> IntStream.range(0, 301).forEach(number -> {
            fixture.time.pass(Duration.ofMinutes(number / 300));
            runs.run("run-" + number, Notes.of(), null);
        }));
        assertThat(printed.lines("WARN")).hasSize(301);
        assertThat(printed.lines("java.lang.IllegalStateException: broken in")).hasSize(2);
        assertThat(printed.lines("Run 'run-299' of graph 'test'").get(0))
                .contains("[STEP_FAILED]: java.lang.IllegalStateException, with a trace that was logged");
        assertThat(printed.lines("Run 'run-300' of graph 'test'").get(0))
                .contains("[STEP_FAILED], and 299 more like it since this trace was last logged");
        assertThat(printed.text()).hasSizeLessThan(100_000);
    }

    @Test
    void R7_a_run_that_fails_without_an_exception_is_logged_once() {
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.line((n, c) -> n.add("first"), (n, c) -> n.add("second")), builder -> builder.maxSteps(1));

        Printed printed = Printed.by(() -> runs.run("one", Notes.of(), null));

        assertThat(printed.only("WARN"))
                .contains(
                        "failed at step 'second', visit 2, attempt 1 [MAX_STEPS_EXCEEDED]: The run has made 1 visits");
        assertThat(RunInspector.of(fixture.memory, "default").failureTrace("one"))
                .isNull();
    }

    @Test
    void R7_a_run_that_its_step_fails_is_no_warning_and_is_logged_with_the_reason() {
        RunClient<Notes, Node> runs = fixture.runs(TestGraph.of(Notes.class)
                .step(Node.FIRST, s -> s.toFail(), (notes, input, context) -> Transition.fail("sold out")));

        Printed printed = Printed.by(() -> runs.run("one", Notes.of(), null));

        assertThat(printed.only("io.stepgraph.failures"))
                .contains("INFO")
                .endsWith("failed at step 'first', visit 1, attempt 1 [FAILED_BY_STEP]: sold out");
        assertThat(printed.text()).doesNotContain("\tat ");
    }

    @Test
    void R7_a_run_whose_deadline_passes_while_it_waits_is_logged_once() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review(), builder -> builder.deadline(Duration.ofMinutes(1)));
        runs.run("one", Notes.of(), null);
        fixture.time.pass(Duration.ofMinutes(2));

        Printed printed = Printed.by(() -> {
            Outcomes.failed(runs.resume("one"), ErrorCode.DEADLINE_EXCEEDED);
            Outcomes.failed(runs.resume("one"), ErrorCode.DEADLINE_EXCEEDED);
        });

        assertThat(printed.only("WARN")).contains("Run 'one'", "[DEADLINE_EXCEEDED]");
    }

    @Test
    void R7_a_run_that_is_reaped_is_logged_once() {
        Crash.elsewhere(fixture, () -> fixture.run(Graphs.single((notes, context) -> Crash.now(fixture))));
        fixture.time.pass(Duration.ofHours(1));

        Printed printed = Printed.by(
                () -> assertThat(fixture.runner(builder -> builder).reap(1_000)).containsExactly("one"));

        assertThat(printed.only("WARN"))
                .contains("Run 'one'", "failed at step 'first', visit 1, attempt 1 [LEASE_EXPIRED]");
    }

    @Test
    void R7_a_failure_that_a_step_handles_and_a_run_that_is_cancelled_or_parked_are_not_logged() {
        RunClient<Notes, Node> handling = fixture.runs(Graphs.rescued(s -> {}, (notes, context) -> {
            throw new IllegalStateException("broken");
        }));
        RunClient<Notes, Node> asking = fixture.runs(Graphs.review());
        StepHook deny = Hooks.before(call -> new HookDecision.Deny("not today"));
        RunClient<Notes, Node> parking =
                fixture.runs(Graphs.single((n, c) -> n.add("first")), builder -> builder.hook(deny));
        Printed printed = Printed.by(() -> {
            handling.run("handled", Notes.of(), null);
            asking.run("cancelled", Notes.of(), null);
            asking.as(Actor.named("ann")).cancel("cancelled");
            asking.resume("cancelled");
            parking.run("parked", Notes.of(), null);
        });
        assertThat(printed.text()).isEmpty();
    }

    @Test
    void R7_an_exception_that_cannot_be_printed_fails_its_run_and_is_logged_once() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((n, c) -> {
            throw new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new IllegalStateException("rude");
                }
            };
        }));

        Printed printed = Printed.by(() -> Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED));

        assertThat(printed.only("Run 'one' of graph 'test'"))
                .contains("WARN", "[STEP_FAILED]", "FailureLogTest", "which cannot be printed");
        assertThat(RunInspector.of(fixture.memory, "default").failureTrace("one"))
                .startsWith(FailureLogTest.class.getName());
    }
}
