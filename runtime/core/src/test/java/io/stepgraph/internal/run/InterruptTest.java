package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cancel reaches the step that is executed; an interrupt of the caller gives the run back (R9). */
@Timeout(30)
@Tag("R9")
final class InterruptTest {
    private final Fixture fixture = new Fixture();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        never.countDown();
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000})
    void R9_cancel_interrupts_the_step_in_any_thread_and_takes_the_interrupt_back(long timeout) throws Exception {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.limited(timeout, 3, (notes, context) -> {
            inside.countDown();
            never.await();
        }));
        Running running = new Running(runs);
        inside.await();
        runs.as(Actor.named("ann")).cancel("one");
        assertThat(running.stop()).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        assertThat(running.wasInterrupted).isFalse();
    }

    @Test
    void R9_an_interrupted_caller_finishes_its_commit_and_gives_the_run_back() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.line(
                (notes, context) -> {
                    notes.add("first");
                    Thread.currentThread().interrupt();
                },
                (notes, context) -> notes.add("second")));
        fixture.store.before(
                call -> seen.add(call + " " + Thread.currentThread().isInterrupted()));

        assertThrown(ErrorCode.CALL_INTERRUPTED, () -> runs.run("one", Notes.of(), null), "second");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(seen).containsExactly("start false", "commit false", "release false");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[first, second]");
    }

    @Test
    void R9_a_step_that_was_interrupted_has_not_failed() {
        RunClient<Notes, Node> runs = fixture.runs(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).onFailure(Node.RESCUE), (notes, input, context) -> {
                    if (seen.isEmpty()) {
                        seen.add("tried");
                        throw new InterruptedException();
                    }
                    return Transition.go(SECOND);
                })
                .ends(SECOND, (notes, context) -> {
                    if (seen.size() == 1) {
                        seen.add("tried again");
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException(new InterruptedException());
                    }
                }));

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(fixture.stored("one").checkpoint().attempt()).isEqualTo(1);
        assertThatThrownBy(() -> runs.resume("one")).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
        Outcomes.completed(runs.resume("one"));
    }

    @Test
    void R9_an_interrupt_while_a_step_under_a_timeout_is_waited_for() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.limited(20_000, 1, (notes, context) -> {
            inside.countDown();
            try {
                never.await();
            } finally {
                stopped.countDown();
            }
        }));
        Running running = new Running(runs);
        inside.await();

        running.thread.interrupt();

        assertThatThrownBy(running::stop).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThat(running.wasInterrupted).isTrue();
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
    }

    @Test
    void R9_a_caller_that_comes_interrupted_touches_nothing() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> fixture.run(Graphs.single((n, c) -> {}))).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(fixture.store.calls()).isEmpty();
    }
}
