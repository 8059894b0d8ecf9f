package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static io.stepgraph.testkit.store.EngineFixture.on;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises about a run from its start to its end, in one process after the other. */
@Tag("R1")
@Tag("R2")
@Tag("R3")
@Tag("R4")
@Tag("R6")
@Tag("R8")
@Tag("R9")
@Tag("R12")
@Tag("L4")
@Tag("L5")
@Tag("L6")
interface EngineRunContract extends EngineFixture {

    @Test
    default void R1_each_step_is_executed_once_and_sees_what_the_last_one_left() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Runs runs = runs(ContractAgent.of()
                .preparing((notes, context) -> notes.lines.add("prepared"))
                .acting((notes, context) -> {
                    seen.add("visit " + context.visit() + " " + notes.lines);
                    notes.lines.add("acted");
                    notes.turn = context.visit() < 4 ? Turn.ACT : Turn.END;
                }));

        assertThat(completed(runs.run("one", Notes.of(Turn.END, "given"))))
                .containsExactly("given", "prepared", "acted", "acted", "acted");
        assertThat(seen)
                .containsExactly(
                        "visit 2 [given, prepared]",
                        "visit 3 [given, prepared, acted]",
                        "visit 4 [given, prepared, acted, acted]");
    }

    @Test
    default void R3_a_run_that_has_ended_gives_its_outcome_again_and_executes_nothing() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> calls.incrementAndGet()));
        Outcome first = runs.run("one", Notes.of(Turn.END, "given"));

        assertThat(completed(first)).containsExactly("given");
        assertThat(completed(runs.run("one", Notes.of(Turn.END, "given")))).containsExactly("given");
        assertThat(completed(runs.run("one", Notes.of(Turn.END, "other"))))
                .as("whatever it is started with")
                .containsExactly("given");
        assertThat(completed(runs.resume("one"))).containsExactly("given");
        assertThat(runs.outcome("one")).map(EngineFixture::completed).contains(List.of("given"));
        assertThat(calls).hasValue(1);
    }

    @Test
    default void R3_a_start_with_other_values_is_a_conflict_that_names_the_part() {
        Runs runs = runs(ContractAgent.of());
        decide(runs.run("one", Notes.of(Turn.DECIDE, "given")));

        assertThrown(StartConflictException.class, () -> runs.run("one", Notes.of(Turn.DECIDE, "other")), "lines");
    }

    @Test
    default void R3_the_supplier_of_a_run_that_exists_is_not_called() {
        Runs runs = runs(ContractAgent.of());
        runs.run("one", () -> Notes.of(Turn.END, "given"));

        Outcome again = runs.run("one", () -> {
            throw new IllegalStateException("called");
        });

        assertThat(completed(again)).containsExactly("given");
    }

    @Test
    default void R3_a_run_that_does_not_exist_is_named() {
        Runs runs = runs(ContractAgent.of());

        assertThrown(RunNotFoundException.class, () -> runs.resume("nobody"), "nobody");
        assertThatThrownBy(() -> runs.outcome("nobody")).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> runs.as(Actor.named("ann")).cancel("nobody")).isInstanceOf(RunNotFoundException.class);
        assertThat(runs.delete("nobody")).isFalse();
    }

    @Test
    default void R3_a_step_and_its_tasks_await_no_other_run_of_their_store_and_may_run_it() {
        AtomicReference<@Nullable Runs> self = new AtomicReference<>();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            if (context.runId().equals("parent")) {
                Runs others = Objects.requireNonNull(self.get());
                for (ThrowingCallable await : List.<ThrowingCallable>of(
                        () -> others.await("child"), () -> context.together(List.of("child"), others::await))) {
                    assertThrown(ErrorCode.AWAIT_IN_STEP, await, "'child'", "the step end");
                }
                notes.lines.addAll(completed(others.run("child", Notes.of(Turn.END, "of the child"))));
            }
        }));
        self.set(runs);

        assertThat(completed(runs.run("parent", Notes.of(Turn.END)))).containsExactly("of the child");
        assertThat(completed(runs.await("child"))).containsExactly("of the child");
    }

    @Test
    default void R3_two_callers_share_one_execution() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            calls.incrementAndGet();
            Thread.sleep(200);
        }));

        List<Outcome> outcomes = Race.of(2, caller -> runs.run("one", Notes.of(Turn.END, "given"))).stream()
                .map(Objects::requireNonNull)
                .toList();

        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(completed(outcome)).containsExactly("given"));
        assertThat(calls).hasValue(1);
    }

    @Test
    @Tag("slow")
    default void R4_a_crash_inside_a_step_repeats_exactly_that_step_from_its_entry() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        EngineProcess dying = process(EngineSettings.DEFAULT);
        Runs lost = on(
                dying,
                ContractAgent.of()
                        .preparing((notes, context) -> notes.lines.add("prepared"))
                        .acting((notes, context) -> {
                            seen.add("attempt " + context.attempt() + " " + notes.lines);
                            notes.lines.add("half");
                            inside.countDown();
                            EngineFixture.uninterrupted(never);
                        }));
        begin(() -> lost.run("one", Notes.of(Turn.END)));
        inside.await();

        dying.die();
        pass(patience());
        Runs next = runs(ContractAgent.of()
                .preparing((notes, context) -> seen.add("prepared again"))
                .acting((notes, context) -> seen.add("attempt " + context.attempt() + " " + notes.lines)));

        assertThat(completed(next.run("one", Notes.of(Turn.END)))).containsExactly("prepared");
        never.countDown();
        assertThat(seen).containsExactly("attempt 1 [prepared]", "attempt 1 [prepared]");
    }

    @Test
    default void R4_a_question_and_an_outcome_survive_their_process() {
        EngineProcess first = process(EngineSettings.DEFAULT);
        Outcome.Decide asked = decide(on(first, ContractAgent.of()).run("one", Notes.of(Turn.DECIDE)));
        first.close();

        Runs next = runs(ContractAgent.of());

        assertThat(next.run("one", Notes.of(Turn.DECIDE))).isEqualTo(asked);
        assertThat(completed(next.answerDecide(asked, new ContractAgent.Approved("ann"))))
                .containsExactly("asked", "paid for ann");
    }

    @Test
    default void a_visit_in_which_each_process_dies_ends_the_run() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        EngineSettings twoCrashes = EngineSettings.DEFAULT.limits(100, 2, 100_000);
        for (int crash = 0; crash < 2; crash++) {
            CountDownLatch inside = new CountDownLatch(1);
            EngineProcess dying = process(twoCrashes);
            Runs lost = on(dying, ContractAgent.of().acting((notes, context) -> {
                inside.countDown();
                EngineFixture.uninterrupted(never);
            }));
            begin(() -> lost.run("one", Notes.of(Turn.END)));
            inside.await();
            dying.die();
        }
        Runs next = runs(twoCrashes, ContractAgent.of());

        assertThat(failed(next.run("one", Notes.of(Turn.END))).failure().code()).isEqualTo(ErrorCode.CRASH_LOOP);
        never.countDown();
        assertThat(completed(next.retry("one"))).isEmpty();
    }

    @Test
    default void R8_a_budget_of_visits_is_exact() {
        AtomicInteger visits = new AtomicInteger();
        ContractAgent endless = ContractAgent.of()
                .preparing((notes, context) -> visits.incrementAndGet())
                .acting((notes, context) -> visits.incrementAndGet());
        Runs runs = runs(EngineSettings.DEFAULT.limits(7, 3, 100_000), endless);

        Outcome.Failed failed = failed(runs.run("one", Notes.of(Turn.ACT)));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.MAX_STEPS_EXCEEDED);
        assertThat(visits).hasValue(7);
    }

    @Test
    @Tag("slow")
    default void R8_the_deadline_ends_a_run_that_waits_too() throws Exception {
        Runs runs = runs(EngineSettings.DEFAULT.within(Duration.ofMillis(1_500)), ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        Outcome now = asked;
        while (now.equals(asked)) {
            pass(Duration.ofMillis(50));
            now = runs.resume("one");
        }

        assertThat(failed(now).failure().code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    default void R9_a_cancel_interrupts_a_step_and_closes_its_context() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            inside.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException stopped) {
                assertThatThrownBy(context::checkCancelled).isInstanceOf(Throwable.class);
                interrupted.countDown();
            }
        }));
        Future<Outcome> call = call(() -> runs.run("one", Notes.of(Turn.END)));
        inside.await();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(call.get()).isEqualTo(new Outcome.Cancelled("ann", List.of()));
        interrupted.await();
    }

    @Test
    default void R9_a_context_tells_its_attempt_after_the_end_too_and_does_nothing_more() {
        AtomicReference<@Nullable StepContext<String>> kept = new AtomicReference<>();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> kept.set(context)));
        completed(runs.run("one", Notes.of(Turn.END)));

        StepContext<String> closed = Objects.requireNonNull(kept.get());

        assertThat(closed.runId()).isEqualTo("one");
        assertThat(closed.visit()).isEqualTo(2);
        assertThat(closed.attempt()).isEqualTo(1);
        assertThat(closed.mode()).isEqualTo(PermissionMode.ACCEPT_EDITS);
        assertThatThrownBy(() -> closed.emit("late")).isInstanceOf(Throwable.class);
        assertThatThrownBy(closed::checkCancelled).isInstanceOf(Throwable.class);
    }

    @Test
    default void R9_an_interrupt_ends_the_call_and_not_the_run() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch hasFlag = new CountDownLatch(1);
        Runs runs = runs(waiting(inside, open));
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        Future<Outcome> call = call(() -> {
            caller.complete(Thread.currentThread());
            try {
                return runs.run("one", Notes.of(Turn.END));
            } finally {
                if (Thread.interrupted()) {
                    hasFlag.countDown();
                }
            }
        });
        inside.await();

        caller.join().interrupt();

        assertThatThrownBy(call::get).cause().is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        hasFlag.await();
        open.countDown();
        assertThat(completed(runs.resume("one"))).containsExactly("attempt 1");
    }

    @Test
    @Tag("slow")
    default void R9_a_close_ends_the_calls_of_its_process_and_not_the_run() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        EngineProcess closing = process(EngineSettings.DEFAULT);
        Runs closed = on(closing, waiting(inside, open));
        Future<Outcome> call = call(() -> closed.run("one", Notes.of(Turn.END)));
        inside.await();

        closing.close();

        assertThatThrownBy(call::get).cause().is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThatThrownBy(() -> closed.resume("one")).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        open.countDown();
        assertThat(completed(runs(waiting(inside, open)).resume("one"))).containsExactly("attempt 1");
    }

    private static ContractAgent waiting(CountDownLatch inside, CountDownLatch open) {
        return ContractAgent.of().acting((notes, context) -> {
            inside.countDown();
            open.await();
            notes.lines.add("attempt " + context.attempt());
        });
    }

    @Test
    default void R12_a_value_that_is_too_large_fails_its_step_and_names_the_field() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = runs(
                EngineSettings.DEFAULT.limits(100, 3, 1_000), ContractAgent.of().acting((notes, context) -> {
                    calls.incrementAndGet();
                    notes.lines.add("x".repeat(2_000));
                }));

        Outcome.Failed failed = failed(runs.run("one", Notes.of(Turn.END)));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.VALUE_TOO_LARGE);
        assertThat(failed.failure().message()).contains("lines");
        assertThat(calls).hasValue(1);
    }

    @Test
    default void L4_namespaces_do_not_see_each_other() {
        Runs here = runs(EngineSettings.DEFAULT.inNamespace("here"), ContractAgent.of());
        Runs there = runs(EngineSettings.DEFAULT.inNamespace("there"), ContractAgent.of());
        Outcome.Decide asked = decide(here.run("one", Notes.of(Turn.DECIDE, "here")));

        assertThatThrownBy(() -> there.outcome("one")).isInstanceOf(RunNotFoundException.class);
        assertThat(decide(there.run("one", Notes.of(Turn.DECIDE, "there"))).question())
                .isNotEqualTo(asked.question());
    }

    @Test
    default void L4_ids_of_all_kinds_are_kept_apart() {
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> notes.lines.add(context.runId())));

        for (String id : List.of("a/b", "a%2Fb", "ä€😀 '\"", "x".repeat(200))) {
            assertThat(completed(runs.run(id, Notes.of(Turn.END)))).containsExactly(id);
        }
    }

    @Test
    default void L5_only_a_queued_run_takes_a_start_time() {
        Runs later = runs(ContractAgent.of()).with(StartOptions.NONE.startAfter(Duration.ofHours(1)));

        assertThrown(IllegalArgumentException.class, () -> later.run("one", Notes.of(Turn.END)), "enqueue");
        assertThatThrownBy(() -> later.outcome("one")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    default void L6_a_cancel_ends_a_run_that_waits_and_comes_too_late_for_one_that_has_ended() {
        Runs runs = runs(ContractAgent.of());
        decide(runs.run("waits", Notes.of(Turn.DECIDE)));
        runs.run("ended", Notes.of(Turn.END));

        runs.as(Actor.named("ann")).cancel("waits");
        runs.as(Actor.named("ann")).cancel("ended");

        assertThat(runs.outcome("waits")).contains(new Outcome.Cancelled("ann", List.of()));
        assertThat(runs.outcome("ended")).map(EngineFixture::completed).contains(List.of());
    }
}
