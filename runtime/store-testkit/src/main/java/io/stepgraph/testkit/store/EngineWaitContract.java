package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.testkit.store.WaitingAgent.Day;
import io.stepgraph.testkit.store.WaitingAgent.Place;
import io.stepgraph.testkit.store.WaitingAgent.Snooze;
import io.stepgraph.testkit.store.WaitingAgent.Up;
import io.stepgraph.testkit.store.WaitingAgentGraph.Outcome;
import io.stepgraph.testkit.store.WaitingAgentGraph.Runs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Waits for a time. */
@Tag("Q1")
@Tag("Q3")
@Tag("R8")
@Tag("L6")
@Tag("M2")
@Tag("H1")
@Tag("H2")
interface EngineWaitContract extends EngineFixture {
    Duration LONG = Duration.ofHours(1);
    Duration SHORT = Duration.ofMillis(50);
    Duration SECOND = Duration.ofSeconds(1);

    private static Runs waiting(EngineProcess process) {
        return WaitingAgentGraph.of(new WaitingAgent()).on(process.engine());
    }

    private Runs waiting() {
        return waiting(process(EngineSettings.DEFAULT));
    }

    /** The outcome of a run after all its waits. */
    private Outcome awake(Runs runs, Outcome first, Duration wait) throws InterruptedException {
        Outcome outcome = first;
        while ("waiting".equals(outcome.kind())) {
            pass(wait);
            outcome = runs.resume("one");
        }
        return outcome;
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    private static ErrorCode error(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure().code();
    }

    private static List<RunEvent> waits(Runs runs) {
        List<RunEvent> waits = new ArrayList<>();
        try (RunStream events = runs.events("one")) {
            for (var event : events) {
                if (event.event() instanceof RunEvent.Waiting || event.event() instanceof RunEvent.WaitOver) {
                    waits.add(event.event());
                }
            }
        }
        return waits;
    }

    /** A time of the present that each store keeps exactly. */
    private static Instant in(Duration time) {
        return Instant.now().plus(time).truncatedTo(ChronoUnit.MILLIS);
    }

    @Test
    default void Q1_a_run_that_waits_is_executed_no_further_and_each_call_returns_the_end_at_once() {
        Runs runs = waiting();
        Instant end = in(LONG);
        Day day = Day.until(end);

        assertThat(runs.run("one", day)).isEqualTo(new Outcome.Sleep(end));
        assertThat(runs.run("one", day)).isEqualTo(new Outcome.Sleep(end));
        assertThat(runs.resume("one")).isEqualTo(new Outcome.Sleep(end));
        assertThat(runs.await("one")).isEqualTo(new Outcome.Sleep(end));
        assertThat(runs.outcome("one")).contains(new Outcome.Sleep(end));
    }

    @Test
    default void Q1_a_computed_length_counts_from_the_moment_at_which_the_run_waits() {
        Outcome outcome = waiting().run("one", Day.at(Place.REST, LONG));

        assertThat(outcome).isInstanceOf(Outcome.Rest.class);
        assertThat(((Outcome.Rest) outcome).until()).isCloseTo(in(LONG), within(1, ChronoUnit.MINUTES));
    }

    @Test
    default void Q1_when_the_time_is_over_the_next_step_is_entered() throws Exception {
        Runs runs = waiting();
        Outcome first = runs.run("one", Day.at(Place.NAP));
        assertThat(first).isInstanceOf(Outcome.Nap.class);

        assertThat(lines(awake(runs, first, Duration.ofMillis(800)))).containsExactly("naps", "awake");
    }

    @Test
    default void Q1_the_log_tells_until_when_the_run_waits_and_that_the_wait_is_over() throws Exception {
        Runs runs = waiting();
        Outcome.Nap nap = (Outcome.Nap) runs.run("one", Day.at(Place.NAP));

        awake(runs, nap, Duration.ofMillis(800));

        assertThat(waits(runs))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("duration", "until")
                .containsExactly(
                        new RunEvent.Waiting("one", "nap", 2, nap.until(), Duration.ZERO),
                        new RunEvent.WaitOver("one", "nap", 2));
        assertThat(((RunEvent.Waiting) waits(runs).get(0)).until())
                .isCloseTo(nap.until(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    default void Q1_a_wait_survives_its_process_and_is_not_computed_again() throws Exception {
        Day day = Day.at(Place.REST, SECOND);
        EngineProcess first = process(EngineSettings.DEFAULT);
        Outcome waits = waiting(first).run("one", day);
        first.close();
        Runs next = waiting();

        assertThat(lines(awake(next, waits, Duration.ofMillis(1_100)))).containsExactly("rests", "awake");
    }

    @Test
    default void Q1_a_time_that_is_over_does_not_stop_the_run() {
        Runs runs = waiting();

        assertThat(lines(runs.run("one", Day.until(Instant.EPOCH)))).containsExactly("sleeps", "awake");
        assertThat(waits(runs)).isEmpty();
        for (Duration none : List.of(Duration.ZERO, Duration.ofDays(-1))) {
            assertThat(lines(runs.run("of " + none, Day.at(Place.REST, none)))).containsExactly("rests", "awake");
        }
    }

    @Test
    default void Q1_a_time_is_cut_to_the_years_that_a_store_keeps() {
        Runs runs = waiting();

        assertThat(runs.run("one", Day.until(Instant.MAX))).isInstanceOf(Outcome.Sleep.class);
        assertThat(runs.run("two", Day.at(Place.REST, Duration.ofSeconds(Long.MAX_VALUE))))
                .isInstanceOf(Outcome.Rest.class);
    }

    @Test
    default void Q1_a_wait_takes_an_answer_behind_its_gate() throws Exception {
        Runs runs = waiting();
        Outcome.Ring rings = (Outcome.Ring) runs.run("one", Day.at(Place.RING));
        Outcome snoozes = runs.answerRing(rings, new Snooze(Duration.ofMillis(100)));
        assertThat(snoozes).isInstanceOf(Outcome.Snooze.class);

        Outcome.Ring again = (Outcome.Ring) awake(runs, snoozes, Duration.ofMillis(200));

        assertThat(again.ticket()).isNotEqualTo(rings.ticket());
        assertThat(lines(runs.answerRing(again, new Up()))).containsExactly("snoozes", "up");
    }

    @Test
    default void Q1_an_answer_that_leads_to_a_time_that_is_over_leads_on() {
        Runs runs = waiting();
        Outcome.Ring rings = (Outcome.Ring) runs.run("one", Day.at(Place.RING));

        assertThat(runs.answerRing(rings, new Snooze(Duration.ZERO))).isInstanceOf(Outcome.Ring.class);
    }

    @Test
    default void L6_a_cancel_ends_a_run_that_waits() {
        Runs runs = waiting();
        runs.run("one", Day.at(Place.REST, LONG));

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(runs.resume("one")).isEqualTo(new Outcome.Cancelled("ann", List.of()));
    }

    @Test
    @Tag("slow")
    default void R8_the_deadline_ends_a_run_that_waits_longer() throws Exception {
        Runs runs = waiting(process(EngineSettings.DEFAULT.within(Duration.ofMillis(1_500))));
        Outcome waits = runs.run("one", Day.at(Place.REST, LONG));

        assertThat(error(awake(runs, waits, SHORT))).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    default void M2_a_run_parks_before_a_wait_that_needs_a_higher_mode() {
        Runs runs = waiting(process(EngineSettings.DEFAULT.modes(PermissionMode.ACCEPT_EDITS, PermissionMode.PLAN)));
        Outcome parked = runs.run("one", Day.at(Place.WATCH, LONG));
        assertThat(parked).isInstanceOf(Outcome.Parked.class);

        runs.as(Actor.named("ann")).mode("one", PermissionMode.ACCEPT_EDITS);

        assertThat(runs.resume("one")).isInstanceOf(Outcome.Watch.class);
    }

    @Test
    default void H1_a_hook_that_denies_a_wait_parks_the_run() {
        StepHook hook = EngineFixture.before("rest", new HookDecision.Deny("not today"));
        Runs runs = waiting(process(EngineSettings.DEFAULT.hooks(hook)));

        assertThat(runs.run("one", Day.at(Place.REST, LONG))).isInstanceOf(Outcome.Parked.class);
    }

    @Test
    default void H2_a_hook_changes_the_end_of_a_wait() {
        Instant end = in(LONG.multipliedBy(2));
        Runs runs =
                waiting(process(EngineSettings.DEFAULT.hooks(after("rest", new HookTransition.Pause(Due.at(end))))));

        assertThat(runs.run("one", Day.at(Place.REST, LONG))).isEqualTo(new Outcome.Rest(end));
    }

    @Test
    default void H2_a_hook_lets_no_step_wait_that_is_no_wait() {
        StepHook hook = after("plan", new HookTransition.Pause(Due.in(LONG)));
        Runs runs = waiting(process(EngineSettings.DEFAULT.hooks(hook)));

        assertThat(error(runs.run("one", Day.at(Place.REST, LONG)))).isEqualTo(ErrorCode.INVALID_TRANSITION);
    }

    private static StepHook after(String step, HookTransition transition) {
        return new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition chosen) {
                return call.step().equals(step) ? transition : chosen;
            }
        };
    }

    @Test
    @Tag("slow")
    default void R8_the_end_of_a_wait_does_not_reset_the_count_of_MaxVisits() throws Exception {
        Runs runs = waiting();
        Outcome first = runs.run("one", Day.rounds(Place.COUNT, 5, SECOND));

        assertThat(lines(awake(runs, first, Duration.ofMillis(1_100)))).containsExactly("counts", "counts", "awake");
    }

    @Test
    @Tag("slow")
    default void Q3_a_loop_of_waits_of_a_second_goes_on_for_longer_than_the_budget() throws Exception {
        Runs runs = waiting(process(EngineSettings.DEFAULT.limits(4, 3, 100_000)));
        Outcome first = runs.run("one", Day.rounds(Place.PAUSE, 4, SECOND));

        assertThat(lines(awake(runs, first, Duration.ofMillis(1_100)))).isEmpty();
    }

    @Test
    default void Q3_a_loop_of_shorter_waits_exceeds_the_budget() throws Exception {
        Runs runs = waiting(process(EngineSettings.DEFAULT.limits(6, 3, 100_000)));
        Outcome first = runs.run("one", Day.rounds(Place.PAUSE, 100, SHORT));

        assertThat(error(awake(runs, first, SHORT))).isEqualTo(ErrorCode.MAX_STEPS_EXCEEDED);
    }

    @Test
    default void Q3_a_loop_of_times_that_are_over_exceeds_the_budget() {
        Runs runs = waiting(process(EngineSettings.DEFAULT.limits(6, 3, 100_000)));

        assertThat(error(runs.run("one", Day.rounds(Place.PAUSE, 100, Duration.ZERO))))
                .isEqualTo(ErrorCode.MAX_STEPS_EXCEEDED);
    }
}
