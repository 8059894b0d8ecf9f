package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.testkit.store.ReserveAgent.LateException;
import io.stepgraph.testkit.store.ReserveAgent.Order;
import io.stepgraph.testkit.store.ReserveAgent.SoldOutException;
import io.stepgraph.testkit.store.ReserveAgentGraph.CheckNext;
import io.stepgraph.testkit.store.ReserveAgentGraph.Outcome;
import io.stepgraph.testkit.store.ReserveAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Steps that decide to fail their run, and failures that a step takes by their types. */
@Tag("R7")
@Tag("H2")
interface EngineFailContract extends EngineFixture {
    StepFailure<?> TOO_MUCH = new StepFailure<>("check", 1, 1, ErrorCode.FAILED_BY_STEP, "", "too much");

    private Runs orders(EngineSettings settings, ReserveAgent agent) {
        return ReserveAgentGraph.of(agent).on(process(settings).engine());
    }

    private Runs orders(ReserveAgent agent) {
        return orders(EngineSettings.DEFAULT, agent);
    }

    private static StepFailure<?> failure(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure();
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    @Test
    default void R7_a_step_that_fails_the_run_is_neither_tried_again_nor_handled() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = orders(ReserveAgent.checking(order -> {
            calls.incrementAndGet();
            return CheckNext.fail("too much");
        }));

        assertThat(failure(runs.run("one", new Order()))).isEqualTo(TOO_MUCH);
        assertThat(failure(runs.run("one", new Order()))).isEqualTo(TOO_MUCH);
        assertThat(calls).hasValue(1);
    }

    @Test
    default void R7_the_last_event_of_such_a_run_has_the_reason() {
        Runs runs = orders(ReserveAgent.checking(order -> CheckNext.fail("too much")));
        runs.run("one", new Order());

        List<RunEvent> told = new ArrayList<>();
        try (RunStream events = runs.events("one")) {
            events.forEach(event -> told.add(event.event()));
        }
        assertThat(told.get(told.size() - 1))
                .isInstanceOfSatisfying(
                        RunEvent.Failed.class,
                        failed -> assertThat(failed.failure()).isEqualTo(TOO_MUCH));
    }

    @Test
    default void R7_a_retry_enters_the_visit_again_with_the_state_of_its_entry() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = orders(ReserveAgent.checking(order -> {
            order.lines.add("checked");
            return calls.incrementAndGet() == 1 ? CheckNext.fail("too much") : CheckNext.reserve();
        }));
        failure(runs.run("one", new Order()));

        assertThat(lines(runs.retry("one"))).containsExactly("checked", "reserved");
    }

    @Test
    default void R7_a_step_may_do_nothing_but_fail_the_run() {
        Runs runs = orders(ReserveAgent.checking(order -> CheckNext.reject()));

        assertThat(failure(runs.run("one", new Order())))
                .isEqualTo(new StepFailure<>("reject", 2, 1, ErrorCode.FAILED_BY_STEP, "", "rejected"));
    }

    @Test
    default void R7_a_step_takes_the_failures_that_are_named_and_their_kinds() {
        Runs soldOut = orders(ReserveAgent.reserving(order -> {
            throw new SoldOutException();
        }));
        Runs late = orders(ReserveAgent.reserving(order -> {
            throw new LateException();
        }));

        assertThat(lines(soldOut.run("one", new Order()))).containsExactly("sorry");
        assertThat(lines(late.run("two", new Order()))).containsExactly("sorry");
    }

    @Test
    default void R7_any_other_failure_fails_the_run() {
        Runs runs = orders(ReserveAgent.reserving(order -> {
            throw new IllegalStateException("a bug");
        }));

        StepFailure<?> failure = failure(runs.run("one", new Order()));

        assertThat(failure.code()).isEqualTo(ErrorCode.STEP_FAILED);
        assertThat(failure.message()).isEqualTo("a bug");
    }

    @Test
    default void H2_a_hook_fails_the_run_only_where_the_step_may() {
        HookDecision fail = new HookDecision.Replace(new HookTransition.Fail("too much"));
        Runs runs = orders(
                EngineSettings.DEFAULT.hooks(new StepHook() {
                    @Override
                    public HookDecision before(StepCall call) {
                        String at = call.runId().equals("one") ? "check" : "reserve";
                        return call.step().equals(at) ? fail : HookDecision.proceed();
                    }
                }),
                ReserveAgent.reserving(order -> {}));

        Outcome there = runs.run("one", new Order());
        Outcome elsewhere = runs.run("two", new Order());

        assertThat(failure(there)).isEqualTo(TOO_MUCH);
        assertThat(failure(elsewhere).code()).isEqualTo(ErrorCode.INVALID_TRANSITION);
    }
}
