package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timeouts stop an attempt, or leave it alone when it will not stop (R8, R9). */
@Timeout(30)
@Tag("R8")
@Tag("R9")
@Tag("R5")
@Tag("V2")
final class AbandonedAttemptTest {
    private final Fixture fixture = new Fixture();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        never.countDown();
        fixture.close();
    }

    @Test
    void R9_a_step_without_a_timeout_runs_in_the_calling_thread_and_one_with_it_does_not() {
        fixture.inRealTime(Graphs.single((n, c) -> seen.add(Thread.currentThread())))
                .run("one", Notes.of(), null);
        fixture.inRealTime(Graphs.limited(20_000, 1, (n, c) -> seen.add(Thread.currentThread())))
                .run("two", Notes.of(), null);

        assertThat(seen.get(0)).isSameAs(Thread.currentThread());
        assertThat(seen.get(1)).isNotSameAs(Thread.currentThread());
        assertThat(((Thread) seen.get(1)).isDaemon()).isTrue();
    }

    @Test
    void R8_a_timeout_is_called_what_the_user_wrote() {
        TestGraph<Notes> graph = Graphs.single(s -> s.timeout(20, "PT0.02S"), (notes, context) -> never.await());
        RunOutcome<Node> outcome = fixture.run(graph, Fixture::realTime);
        assertThat(Outcomes.failed(outcome, ErrorCode.STEP_TIMED_OUT).failure())
                .isEqualTo(new StepFailure<>(
                        "first",
                        1,
                        1,
                        ErrorCode.STEP_TIMED_OUT,
                        "java.util.concurrent.TimeoutException",
                        "Step 'first' took longer than its timeout of PT0.02S."));
    }

    @Test
    void R9_an_abandoned_attempt_can_do_nothing_any_more() throws InterruptedException {
        CountDownLatch secondDone = new CountDownLatch(1);
        CountDownLatch firstDone = new CountDownLatch(1);
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        TestGraph<Notes> graph = Graphs.limited(300, 2, (notes, context) -> {
            if (context.attempt() == 2) {
                notes.add("second attempt");
                return;
            }
            boolean isOver = false;
            while (!isOver) {
                try {
                    isOver = secondDone.await(20, TimeUnit.SECONDS);
                } catch (Throwable swallowed) {
                    // It ignores whatever it is told.
                }
            }
            notes.add("first attempt");
            for (Runnable call : List.<Runnable>of(
                    () -> context.emit("late"),
                    context::checkCancelled,
                    () -> context.require(PermissionMode.PLAN),
                    () -> context.hasBegun("effect", ""),
                    () -> context.once("effect", "request", String.class))) {
                try {
                    call.run();
                } catch (Throwable expected) {
                    thrown.add(expected);
                }
            }
            firstDone.countDown();
        });
        Runner runner = fixture.runner(b -> Fixture.realTime(b).observer(event -> {
            if (event instanceof RunEvent.Custom) {
                seen.add(event);
            }
        }));

        RunOutcome<Node> outcome = runner.client(graph, new Object()).run("one", Notes.of(), null);
        secondDone.countDown();
        assertThat(firstDone.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(Outcomes.completed(outcome)).hasToString("[second attempt]");
        assertThat(thrown).hasSize(5).allSatisfy(e -> assertThat(e).isInstanceOf(Error.class));
        assertThat(thrown.get(0)).hasMessageContaining("first").hasMessageContaining("time is over");
        assertThat(seen).isEmpty();
    }

    private RunClient<Notes, Node> stubborn(CountDownLatch goOn) {
        return fixture.runs(
                Graphs.stubborn(inside, goOn), b -> Fixture.realTime(b).lease(Duration.ofMillis(200)));
    }

    @Test
    void R9_a_step_without_a_timeout_that_ignores_a_cancel_is_left_alone_and_its_run_ends() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        RunClient<Notes, Node> runs = stubborn(goOn);
        Running hanging = new Running(runs);
        inside.await();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(runs.resume("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        assertThat(hanging.thread.isAlive()).isTrue();
        goOn.countDown();
        assertThat(hanging.stop()).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        assertThat(hanging.wasInterrupted).isFalse();
        seen.addAll(Events.of(runs.events("one")));
        assertThat(seen).endsWith(new RunEvent.Cancelled("one", "ann")).doesNotHaveDuplicates();
    }

    @Test
    void R9_so_is_one_whose_run_was_taken_over_and_who_asks_for_that_gets_what_became_of_it() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        RunClient<Notes, Node> runs = stubborn(goOn);
        Running hanging = new Running(runs);
        inside.await();
        fixture.storeAhead = Duration.ofHours(1);
        fixture.runs(Graphs.single((notes, context) -> notes.add("by the new owner")))
                .resume("one");

        RunOutcome<Node> outcome = runs.resume("one");

        assertThat(Outcomes.completed(outcome)).hasToString("[by the new owner]");
        assertThat(hanging.thread.isAlive()).isTrue();
        goOn.countDown();
        assertThat(Outcomes.completed(hanging.stop())).hasToString("[by the new owner]");
    }

    @Test
    void R9_a_context_is_closed_once_its_attempt_is_over() {
        AtomicReference<StepContext<String>> leaked = new AtomicReference<>();
        fixture.run(Graphs.single((notes, context) -> leaked.set(context)));

        assertThrown(Error.class, () -> leaked.get().emit("late"), "over");
        assertThrown(Error.class, () -> leaked.get().checkCancelled(), "over");
    }

    @Test
    void a_step_under_a_timeout_that_throws_an_error() {
        RunOutcome<Node> outcome = fixture.inRealTime(Graphs.limited(20_000, 1, (notes, context) -> {
                    throw new AssertionError("asserted");
                }))
                .run("one", Notes.of(), null);

        assertThat(Outcomes.failure(outcome, ErrorCode.STEP_FAILED)).isEqualTo("asserted");
    }

    private final AtomicBoolean isFirst = new AtomicBoolean(true);

    /** Interrupts the first attempt: the keeper of the lease sees a cancel, of which later nobody knows. */
    private void cancelForNothing() {
        fixture.store.found(run -> {
            fixture.store.found(truth -> truth);
            return new StoredRun(
                    run.key(),
                    run.runNumber(),
                    run.graph(),
                    run.fingerprint(),
                    run.status(),
                    run.fencingToken(),
                    run.owner(),
                    run.countsCrash(),
                    run.revision(),
                    run.commandVersion(),
                    run.mode(),
                    "nobody",
                    run.start(),
                    run.retention(),
                    run.thread(),
                    run.checkpoint(),
                    run.state(),
                    run.stopReason(),
                    run.startedAt(),
                    run.deadline(),
                    run.leaseUntil(),
                    run.dueAt(),
                    run.lastEvent(),
                    run.calledBy(),
                    run.stopAs(),
                    run.readAt());
        });
        fixture.memory.runs().command(new RunKey("default", "one"), new RunCommand.SetMode(PermissionMode.PLAN, "ann"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000})
    void R5_V2_an_attempt_that_was_interrupted_for_nothing_is_made_again_and_its_custom_events_are_void(long timeout) {
        List<RunEvent> told = Collections.synchronizedList(new ArrayList<>());
        TestGraph<Notes> graph = Graphs.limited(timeout, 1, (notes, context) -> {
            notes.add("attempt " + context.attempt());
            context.emit("attempt " + context.attempt());
            if (isFirst.getAndSet(false)) {
                cancelForNothing();
                never.await();
            }
        });

        assertThat(Outcomes.completed(fixture.run(
                        graph,
                        b -> Fixture.realTime(b).lease(Duration.ofMillis(400)).observer(told::add))))
                .hasToString("[attempt 2]");
        List<RunEvent> stored =
                Events.of(fixture.runs(Graphs.single((notes, context) -> {})).events("one"));
        RunEvent.StepRetrying isVoid = new RunEvent.StepRetrying(
                "one",
                "first",
                1,
                1,
                Duration.ZERO,
                Duration.ZERO,
                CancellationException.class.getName(),
                "The step was interrupted for a cancel, but no cancel of its run is stored.",
                null);
        List<RunEvent> attempts = List.of(
                new RunEvent.StepStarted("one", "first", 1, 1, Instant.EPOCH),
                new RunEvent.Custom("one", "first", 1, 1, 1, "attempt 1"),
                isVoid,
                new RunEvent.StepStarted("one", "first", 1, 2, Instant.EPOCH),
                new RunEvent.Custom("one", "first", 1, 2, 1, "attempt 2"),
                new RunEvent.StepFinished("one", "first", 1, 2, null, Duration.ZERO));
        assertThat(stored)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .containsSubsequence(attempts);
        assertThat(stored).hasSize(attempts.size() + 3).last().isInstanceOf(RunEvent.Completed.class);
        assertThat(told.stream().filter(RunEvent.StepStarted.class::isInstance)).doesNotHaveDuplicates();
    }
}
