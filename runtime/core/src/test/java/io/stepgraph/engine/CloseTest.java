package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A runner is closed while runs are in progress. */
@Timeout(60)
@Tag("R3")
@Tag("R4")
final class CloseTest {
    private final Fixture fixture = new Fixture();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void close() {
        goOn.countDown();
        threads.shutdownNow();
        fixture.close();
    }

    private final TestGraph<Notes> line = Graphs.line(
            (notes, context) -> {
                inside.countDown();
                goOn.await();
                notes.add("first");
            },
            (notes, context) -> notes.add("second"));

    @Test
    void the_present_step_is_finished_and_stored_and_the_run_given_back() throws Exception {
        Runner runner = fixture.runner(Fixture::realTime);
        Running call = new Running(runner.client(line, new Object()));
        inside.await();
        Future<?> closing = threads.submit(runner::close);
        while (!closing.isDone() && isOpen(runner)) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        closing.get();

        assertThrown(ErrorCode.RUNNER_CLOSED, call::stop, "one");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(fixture.stored("one").checkpoint().step()).isEqualTo("second");
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
        assertThat(Outcomes.completed(fixture.runs(line).resume("one"))).hasToString("[first, second]");
    }

    private boolean isOpen(Runner runner) {
        try {
            runner.client(Graphs.review(), new Object()).resume("nobody");
            return true;
        } catch (RunNotFoundException open) {
            return true;
        } catch (StepgraphException closed) {
            assertThat(closed).is(Errors.with(ErrorCode.RUNNER_CLOSED));
            return false;
        }
    }

    @Test
    void a_step_that_takes_too_long_is_interrupted_and_its_run_given_back_without_it() throws Exception {
        Runner runner = fixture.runner(b -> Fixture.realTime(b).closePatience(Duration.ofMillis(20)));
        Running call = new Running(runner.client(line, new Object()));
        inside.await();

        runner.close();

        assertThatThrownBy(call::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(fixture.stored("one").checkpoint().step()).isEqualTo("first");
    }

    @Test
    void a_step_that_ignores_the_interrupt_is_left_alone_and_can_write_nothing() throws Exception {
        TestGraph<Notes> stubborn = Graphs.stubborn(inside, goOn);
        Runner runner = fixture.runner(b -> Fixture.realTime(b).closePatience(Duration.ofMillis(20)));
        Running call = new Running(runner.client(stubborn, new Object()));
        inside.await();

        runner.close();

        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(Outcomes.completed(
                        fixture.runs(Graphs.single((n, c) -> n.add("in time"))).resume("one")))
                .hasToString("[in time]");
        goOn.countDown();
        assertThatThrownBy(call::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(Outcomes.completed(fixture.runs(stubborn).resume("one"))).hasToString("[in time]");
    }

    @Test
    void R3_who_has_joined_a_step_that_ignores_the_interrupt_is_told_that_the_runner_was_closed() throws Exception {
        TestGraph<Notes> stubborn = Graphs.stubborn(inside, goOn);
        Runner runner = fixture.runner(b -> Fixture.realTime(b).closePatience(Duration.ofMillis(20)));
        RunClient<Notes, Node> runs = runner.client(stubborn, new Object());
        Running hanging = new Running(runs);
        inside.await();
        Running joined = new Running(runs);
        while (!isWaiting(joined.thread)) {
            Thread.onSpinWait();
        }

        runner.close();

        assertThatThrownBy(joined::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(hanging.thread.isAlive()).isTrue();
        goOn.countDown();
        assertThatThrownBy(hanging::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
    }

    @Test
    void closing_twice_and_calling_after_it() {
        Runner runner = fixture.runner(b -> b);
        RunClient<Notes, Node> runs = runner.client(Graphs.review(), new Object());
        RunOutcome<Node> outcome = runs.run("one", Notes.of(), null);
        runner.close();
        runner.close();

        assertThatThrownBy(() -> runs.run("two", Notes.of(), null)).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThatThrownBy(() -> runs.resume("one")).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(runs.outcome("one")).isEqualTo(outcome);
    }

    @Test
    void R4_whoever_closes_too_waits_for_the_steps_and_no_other_runner_takes_their_runs_meanwhile() throws Exception {
        Runner runner = fixture.runner(Fixture::realTime);
        Running call = new Running(runner.client(line, new Object()));
        inside.await();
        Future<?> closing = threads.submit(runner::close);
        while (isOpen(runner)) {
            Thread.onSpinWait();
        }
        Thread second = new Thread(runner::close);
        second.start();
        while (second.isAlive() && !isWaiting(second)) {
            Thread.onSpinWait();
        }
        RunClient<Notes, Node> other = fixture.runs(line, b -> b.waitTimeout(Duration.ofSeconds(1)));

        assertThatThrownBy(() -> other.resume("one")).isInstanceOf(WaitTimeoutException.class);
        assertThat(second.isAlive()).isTrue();
        goOn.countDown();
        second.join();
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        closing.get();
        assertThatThrownBy(call::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(Outcomes.completed(other.resume("one"))).hasToString("[first, second]");
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void R4_a_step_that_has_closed_its_own_runner_is_not_taken_for_dead() throws Exception {
        AtomicReference<Runner> runner = new AtomicReference<>();
        TestGraph<Notes> graph = Graphs.line(
                (notes, context) -> {
                    runner.get().close();
                    inside.countDown();
                    goOn.await();
                    notes.add("first");
                },
                (notes, context) -> notes.add("second"));
        runner.set(fixture.runner(Fixture::realTime));
        Running call = new Running(runner.get().client(graph, new Object()));
        inside.await();
        RunClient<Notes, Node> other = fixture.runs(graph, b -> b.waitTimeout(Duration.ofSeconds(1)));

        assertThatThrownBy(() -> other.resume("one")).isInstanceOf(WaitTimeoutException.class);
        goOn.countDown();
        assertThatThrownBy(call::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(Outcomes.completed(other.resume("one"))).hasToString("[first, second]");
    }

    @Test
    void two_steps_that_close_their_runner_do_not_wait_for_one_another() throws Exception {
        AtomicReference<Runner> runner = new AtomicReference<>();
        CountDownLatch both = new CountDownLatch(2);
        TestGraph<Notes> graph = Graphs.line(
                (notes, context) -> {
                    both.countDown();
                    both.await();
                    runner.get().close();
                    notes.add("first");
                },
                (notes, context) -> notes.add("second"));
        runner.set(fixture.runner(b -> Fixture.realTime(b).closePatience(Duration.ofDays(1))));
        RunClient<Notes, Node> runs = runner.get().client(graph, new Object());
        Future<RunOutcome<Node>> one = threads.submit(() -> runs.run("one", Notes.of(), null));
        Future<RunOutcome<Node>> two = threads.submit(() -> runs.run("two", Notes.of(), null));

        assertThatThrownBy(one::get).cause().is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThatThrownBy(two::get).cause().is(Errors.with(ErrorCode.RUNNER_CLOSED));
        assertThat(Outcomes.completed(fixture.runs(graph).resume("two"))).hasToString("[first, second]");
    }
}
