package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attempts, and the end of a step that fails. */
@Tag("R5")
@Tag("R6")
@Tag("R7")
@Tag("R8")
@Tag("R9")
interface EngineFailureContract extends EngineFixture {

    @Test
    default void R5_nothing_of_a_failed_attempt_is_seen_by_the_next() {
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            notes.lines.add("attempt " + context.attempt());
            if (context.attempt() < 3) {
                throw new TransientException("busy");
            }
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.END, "given")))).containsExactly("given", "attempt 3");
    }

    @Test
    default void R6_the_last_attempt_fails_the_run() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            calls.incrementAndGet();
            throw new TransientException("busy");
        }));

        Outcome.Failed failed = failed(runs.run("one", Notes.of(Turn.END)));

        assertThat(failed.failure().message()).isEqualTo("busy");
        assertThat(failed.failure().attempt()).isEqualTo(3);
        assertThat(calls).hasValue(3);
    }

    @Test
    default void R6_an_error_that_is_not_transient_is_not_tried_again() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            calls.incrementAndGet();
            throw new IllegalArgumentException("wrong");
        }));

        assertThat(failed(runs.run("one", Notes.of(Turn.END))).failure().code()).isEqualTo(ErrorCode.STEP_FAILED);
        assertThat(calls).hasValue(1);
    }

    @Test
    default void R6_a_step_that_is_interrupted_by_itself_in_a_thread_of_the_engine_uses_up_its_attempts() {
        AtomicInteger calls = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            if (calls.incrementAndGet() == 2) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("of its own");
            }
            throw new InterruptedException("of its own");
        }));

        try (OutcomeStream<Outcome> stream = runs.stream("one", Notes.of(Turn.END))) {
            Outcome.Failed failed = failed(stream.outcome());
            assertThat(failed.failure().attempt()).isEqualTo(3);
            assertThat(failed.failure().type()).isEqualTo(TransientException.class.getName());
        }
        assertThat(calls).hasValue(3);
    }

    @Test
    default void R6_a_run_in_the_delay_of_a_retry_can_be_cancelled() throws Exception {
        CountDownLatch tried = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            tried.countDown();
            throw new TransientException("busy", null, Duration.ofMinutes(1));
        }));
        Future<Outcome> call = call(() -> runs.run("one", Notes.of(Turn.END)));
        tried.await();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Cancelled("ann", List.of()));
    }

    @Test
    default void R7_retry_enters_the_failed_visit_again_and_only_a_failed_run() {
        AtomicInteger prepared = new AtomicInteger();
        AtomicInteger acted = new AtomicInteger();
        Runs runs = runs(ContractAgent.of()
                .preparing((notes, context) -> prepared.incrementAndGet())
                .acting((notes, context) -> {
                    notes.lines.add("visit " + context.visit() + ", attempt " + context.attempt());
                    if (acted.incrementAndGet() == 1) {
                        throw new IllegalStateException("broken");
                    }
                }));
        Outcome.Failed failed = failed(runs.run("one", Notes.of(Turn.END)));
        assertThat(failed(runs.run("one", Notes.of(Turn.END))).failure()).isEqualTo(failed.failure());

        assertThat(completed(runs.retry("one"))).containsExactly("visit 2, attempt 1");
        assertThat(prepared).hasValue(1);
        assertThatThrownBy(() -> runs.retry("one")).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
    }

    @Test
    default void R7_a_failure_step_gets_the_failure_and_the_state_at_the_entry() {
        Runs runs = runs(ContractAgent.of().risking((notes, context) -> {
            notes.lines.add("half");
            throw new IllegalStateException("broken");
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.RISK, "given"))))
                .containsExactly("given", "recovered from STEP_FAILED in risk");
    }

    @Test
    default void R8_the_timeout_of_a_step_interrupts_it() {
        Runs runs = runs(ContractAgent.of().risking((notes, context) -> {
            pass(Duration.ofMillis(500));
            new CountDownLatch(1).await();
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.RISK))))
                .containsExactly("recovered from STEP_TIMED_OUT in risk");
    }

    @Test
    default void R9_a_step_that_ignores_its_timeout_is_abandoned() {
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().risking((notes, context) -> {
            EngineFixture.uninterrupted(late);
            notes.lines.add("late");
            try {
                context.emit("late");
            } finally {
                refused.countDown();
            }
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.RISK))))
                .containsExactly("recovered from STEP_TIMED_OUT in risk");
        late.countDown();
        assertThat(runs.outcome("one"))
                .map(EngineFixture::completed)
                .hasValueSatisfying(lines -> assertThat(lines).doesNotContain("late"));
    }
}
