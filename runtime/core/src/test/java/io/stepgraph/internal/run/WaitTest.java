package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that wait for a time (Q1), and loops of them (Q3). */
@Tag("Q1")
@Tag("Q3")
final class WaitTest {
    private static final Duration MONTH = Duration.ofDays(30);

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<Object> seen = new ArrayList<>();

    /** Begins, waits at the second step, and is done at the third. */
    private static TestGraph<Notes> waiting(Supplier<Transition<Node, Notes>> until) {
        return TestGraph.of(Notes.class)
                .goes(FIRST, SECOND)
                .step(SECOND, s -> s.to(THIRD).waits(), (notes, input, context) -> {
                    notes.add("waits");
                    return until.get();
                })
                .ends(THIRD, (notes, context) -> notes.add("cooks"));
    }

    private static TestGraph<Notes> monthly() {
        return waiting(() -> Transition.pause(MONTH));
    }

    /** Waits in each round. */
    private static TestGraph<Notes> loop(int rounds, Supplier<Transition<Node, Notes>> until) {
        return TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.to(SECOND).toEnd(),
                        (notes, input, context) -> ++notes.count > rounds ? Transition.end() : Transition.go(SECOND))
                .step(SECOND, s -> s.to(FIRST).waits(), (notes, input, context) -> until.get());
    }

    private static RunOutcome<Node> waitsUntil(Instant end) {
        return new RunOutcome.Paused<>(SECOND, end);
    }

    private static Instant inAMonth() {
        return Instant.EPOCH.plus(MONTH);
    }

    @Test
    void Q1_a_run_that_waits_is_only_read_until_its_time_is_over() {
        assertThat(fixture.run(monthly())).isEqualTo(waitsUntil(inAMonth()));
        RunClient<Notes, Node> runs = fixture.runs(monthly());
        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(waitsUntil(inAMonth()));
        fixture.store.forget();

        assertThat(runs.resume("one")).isEqualTo(waitsUntil(inAMonth()));
        assertThat(runs.await("one")).isEqualTo(waitsUntil(inAMonth()));
        assertThat(runs.outcome("one")).isEqualTo(waitsUntil(inAMonth()));
        assertThat(fixture.store.writes()).isEmpty();
        assertThat(fixture.stored("one").waitsFor()).isEqualTo("the end of 'second'");

        fixture.time.pass(MONTH);
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[waits, cooks]");
    }

    @Test
    void Q1_the_log_tells_of_the_wait_and_of_its_end() {
        RunClient<Notes, Node> runs = fixture.runs(monthly());
        runs.run("one", Notes.of(), null);
        fixture.time.pass(MONTH);
        runs.resume("one");

        assertThat(Events.of(runs.events("one")))
                .containsSubsequence(
                        new RunEvent.Waiting("one", "second", 2, inAMonth(), Duration.ZERO),
                        new RunEvent.WaitOver("one", "second", 2),
                        new RunEvent.StepStarted("one", "third", 3, 1, inAMonth()));
    }

    @Test
    void Q1_a_crash_after_the_end_begins_no_second_wait() {
        fixture.run(monthly());
        fixture.time.pass(MONTH);
        Crash.after(fixture, 1, () -> fixture.runs(monthly()).resume("one"));

        assertThat(Outcomes.completed(fixture.runs(monthly()).resume("one"))).hasToString("[waits, cooks]");
    }

    @Test
    void Q1_a_time_that_is_past_goes_on_in_the_commit_of_the_wait() {
        fixture.time.pass(MONTH);
        List<Supplier<Transition<Node, Notes>>> past = List.of(
                () -> Transition.pause(fixture.time.wall()),
                () -> Transition.pause(Instant.MIN),
                () -> Transition.pause(Duration.ZERO),
                () -> Transition.pause(Duration.ofDays(-1)));
        for (int i = 0; i < past.size(); i++) {
            RunClient<Notes, Node> runs = fixture.runs(waiting(past.get(i)));
            String id = "run " + i;

            assertThat(Outcomes.completed(runs.run(id, Notes.of(), null))).hasToString("[waits, cooks]");
            assertThat(Events.of(runs.events(id)))
                    .contains(new RunEvent.StepFinished(id, "second", 2, 1, "third", Duration.ZERO))
                    .noneMatch(RunEvent.Waiting.class::isInstance);
        }
    }

    @Test
    void Q1_a_time_beyond_every_calendar_is_cut_to_the_farthest_that_a_store_keeps() {
        RunClient<Notes, Node> far = fixture.runs(waiting(() -> Transition.pause(Duration.ofSeconds(Long.MAX_VALUE))));
        assertThat(far.run("one", Notes.of(), null)).isEqualTo(waitsUntil(Instant.EPOCH.plus(Horizon.FARTHEST)));

        RunClient<Notes, Node> never = fixture.runs(waiting(() -> Transition.pause(Instant.MAX)));
        assertThat(never.run("two", Notes.of(), null)).isEqualTo(waitsUntil(Horizon.within(Instant.MAX)));
    }

    @Test
    void Q1_a_wait_may_take_an_input() {
        TestGraph<Notes> snooze = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND), (notes, input, context) -> Transition.go(SECOND, 7))
                .step(
                        SECOND,
                        s -> s.takes(ValueType.of(Integer.class)).to(THIRD).waits(),
                        (notes, days, context) -> Transition.pause(Duration.ofDays((Integer) days)))
                .ends(THIRD);

        assertThat(fixture.run(snooze)).isEqualTo(waitsUntil(Instant.EPOCH.plus(Duration.ofDays(7))));
        fixture.time.pass(Duration.ofDays(7));
        Outcomes.completed(fixture.runs(snooze).resume("one"));
    }

    @Test
    void Q1_the_deadline_counts_on_while_the_run_waits() {
        RunClient<Notes, Node> runs = fixture.runs(monthly(), b -> b.deadline(Duration.ofDays(1)));
        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(waitsUntil(inAMonth()));
        fixture.time.pass(Duration.ofDays(1));

        Outcomes.failed(runs.resume("one"), ErrorCode.DEADLINE_EXCEEDED);
        assertThat(fixture.stored("one").checkpoint().visit()).isEqualTo(2);
    }

    @Test
    void Q1_the_end_enters_the_step_through_its_rules_and_does_not_reset_MaxVisits() {
        TestGraph<Notes> bounded = loop(100, () -> Transition.pause(MONTH))
                .step(
                        FIRST,
                        s -> s.to(SECOND).toEnd().maxVisits(3, RESCUE),
                        (notes, input, context) -> Transition.go(SECOND))
                .ends(RESCUE, (notes, context) -> notes.add("gave up"));
        RunClient<Notes, Node> runs = fixture.runs(bounded);
        runs.run("one", Notes.of(), null);
        for (int visit = 2; visit <= 3; visit++) {
            fixture.time.pass(MONTH);
            assertThat(runs.resume("one")).isInstanceOf(RunOutcome.Paused.class);
        }
        fixture.time.pass(MONTH);

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[gave up]");
    }

    @Test
    void Q1_a_build_in_which_the_step_is_gone_or_waits_no_more_leaves_the_run_as_it_is() {
        fixture.run(monthly());
        fixture.time.pass(MONTH);
        StoredRun before = fixture.stored("one");
        RunClient<Notes, Node> renamed = fixture.runs(monthly().named(SECOND, "rest"));
        RunClient<Notes, Node> step = fixture.runs(monthly().goes(SECOND, THIRD));

        assertThrown(ErrorCode.UNKNOWN_STEP, () -> renamed.resume("one"), "'second'", "rest");
        assertThrown(ErrorCode.CORRUPT_CHECKPOINT, () -> step.resume("one"), "'second'", "not a wait");
        assertThat(fixture.stored("one")).isEqualTo(before);
    }

    @Test
    void Q1_a_build_with_another_way_leads_the_run_there() {
        fixture.run(monthly());
        fixture.time.pass(MONTH);
        TestGraph<Notes> serving = monthly()
                .step(SECOND, s -> s.to(GATED).waits(), (notes, input, context) -> Transition.pause(MONTH))
                .ends(GATED, (notes, context) -> notes.add("serves"));

        assertThat(Outcomes.completed(fixture.runs(serving).resume("one"))).hasToString("[waits, serves]");
    }

    @Test
    void Q1_an_observer_is_told_that_the_execution_ends_with_a_wait() {
        RunObserver observer = new RunObserver() {
            @Override
            public void happened(RunEvent event) {}

            @Override
            public ExecutionScope executes(ExecutedRun run) {
                return new ExecutionScope() {
                    @Override
                    public StepScope step(String step, long visit, int attempt) {
                        return new StepScope() {
                            @Override
                            public EffectScope effect(String name, String item) {
                                throw new UnsupportedOperationException();
                            }

                            @Override
                            public void ended(StepOutcome outcome, Throwable thrown) {}
                        };
                    }

                    @Override
                    public void ended(ExecutionOutcome outcome) {
                        seen.add(outcome);
                    }
                };
            }
        };
        RunClient<Notes, Node> runs = fixture.runs(monthly(), b -> b.observer(observer));
        runs.run("one", Notes.of(), null);
        fixture.time.pass(MONTH);
        runs.resume("one");

        assertThat(seen).containsExactly(RunObserver.ExecutionOutcome.WAITING, RunObserver.ExecutionOutcome.COMPLETED);
    }

    @Test
    void Q3_a_loop_of_ten_thousand_waits_lasts() {
        RunClient<Notes, Node> runs = fixture.runs(loop(10_000, () -> Transition.pause(Duration.ofSeconds(1))));
        RunOutcome<Node> outcome = runs.run("one", Notes.of(), null);
        while (outcome instanceof RunOutcome.Paused<Node> paused) {
            fixture.time.pass(Duration.between(fixture.time.wall(), paused.until()));
            outcome = runs.resume("one");
        }

        assertThat(((Notes) Outcomes.completed(outcome)).count).isEqualTo(10_001);
    }

    @Test
    void Q3_a_wait_until_an_instant_that_is_a_second_away_counts_as_one_of_a_second() {
        RunClient<Notes, Node> runs =
                fixture.runs(loop(9, () -> Transition.pause(fixture.time.wall().plusSeconds(1))), b -> b.maxSteps(3));

        assertThat(count(runs)).isEqualTo(9);
    }

    @Test
    void Q3_a_shorter_wait_gives_no_new_budget() {
        RunClient<Notes, Node> runs =
                fixture.runs(loop(9, () -> Transition.pause(Duration.ofMillis(999))), b -> b.maxSteps(5));

        assertThat(count(runs)).isEqualTo(2);
        Outcomes.failed(runs.outcome("one"), ErrorCode.MAX_STEPS_EXCEEDED);
    }

    /** How often the run waits. */
    private int count(RunClient<Notes, Node> runs) {
        int waits = 0;
        RunOutcome<Node> outcome = runs.run("one", Notes.of(), null);
        for (; outcome instanceof RunOutcome.Paused; waits++) {
            fixture.time.pass(Duration.ofSeconds(1));
            outcome = runs.resume("one");
        }
        return waits;
    }

    @Test
    void Q3_a_loop_of_past_times_is_ended_by_the_budget() {
        Outcomes.failed(
                fixture.run(loop(10_000, () -> Transition.pause(fixture.time.wall()))), ErrorCode.MAX_STEPS_EXCEEDED);
        assertThat(fixture.stored("one").checkpoint().visit()).isEqualTo(1_001);
    }

    @Test
    @Tag("H1")
    void H1_what_a_hook_gives_a_wait_is_kept_with_what_the_wait_does() {
        StepHook gives = Hooks.before("second", new HookDecision.Modify(Notes.of("given"), null));
        RunClient<Notes, Node> runs = fixture.runs(monthly(), b -> b.hook(gives));
        runs.run("one", Notes.of(), null);
        fixture.time.pass(MONTH);

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[given, waits, cooks]");
    }

    @Test
    @Tag("H2")
    void H2_a_hook_may_change_the_end_of_a_wait_or_go_on_at_once() {
        StepHook shortens = Hooks.after((call, transition) -> {
            seen.add(transition);
            return transition instanceof HookTransition.Pause
                    ? new HookTransition.Pause(Due.in(Duration.ofDays(1)))
                    : transition;
        });
        assertThat(fixture.run(monthly(), b -> b.hook(shortens)))
                .isEqualTo(waitsUntil(Instant.EPOCH.plus(Duration.ofDays(1))));
        assertThat(seen).last().isEqualTo(new HookTransition.Pause(Due.in(MONTH)));

        StepHook skips = Hooks.before("second", new HookDecision.Replace(new HookTransition.Go("third", null, null)));
        assertThat(Outcomes.completed(
                        fixture.runs(monthly(), b -> b.hook(skips)).run("two", Notes.of(), null)))
                .hasToString("[cooks]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "third"})
    @Tag("H2")
    void H2_only_a_wait_waits(String step) {
        StepHook waits =
                Hooks.before(step, new HookDecision.Replace(new HookTransition.Pause(Due.in(Duration.ofDays(1)))));
        TestGraph<Notes> past = waiting(() -> Transition.pause(Duration.ZERO));

        assertThat(Outcomes.failure(fixture.run(past, b -> b.hook(waits)), ErrorCode.INVALID_TRANSITION))
                .contains("'" + step + "'", "not a wait");
    }

    @Test
    @Tag("H2")
    @SuppressWarnings("NullAway") // a hook in a language without this check
    void H2_a_hook_that_forgets_the_end_of_a_wait_fails_the_step() {
        StepHook forgets = Hooks.after((call, transition) ->
                transition instanceof HookTransition.Pause ? new HookTransition.Pause(null) : transition);

        Outcomes.failed(fixture.run(monthly(), b -> b.hook(forgets)), ErrorCode.HOOK_FAILED);
    }

    @Test
    void Q1_no_ticket_and_no_question_is_stored_of_a_wait() {
        fixture.run(monthly());

        assertThat(fixture.memory.log().questions(new RunKey("default", "one"))).isEmpty();
    }
}
