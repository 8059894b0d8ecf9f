package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Cancels that meet an owner that is dead, lost or about to commit (L6); {@link LifecycleTest} has those in each
 * status.
 */
@Timeout(30)
@Tag("L6")
final class CancelTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> done = new ArrayList<>();
    private final TestGraph<Notes> line =
            Graphs.line((notes, context) -> done.add("first"), (notes, context) -> done.add("second"));

    @Test
    void L6_a_cancel_of_all_that_wait_leaves_one_alone_whose_answer_is_executed_by_an_owner_that_is_dead() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));
        fixture.store.before("command", () -> {
            fixture.store.before(none -> {});
            Crash.after(fixture, 1, () -> fixture.runs(Graphs.review()).answer(ticket, new Graphs.Approved("Ann")));
            fixture.memory.runs().command(fixture.stored("one").key(), new RunCommand.Cancel("erin"));
        });

        assertThat(fixture.runner(builder -> builder)
                        .as(Actor.named("dave"))
                        .cancelAll(RunQuery.ALL.status(Status.WAITING)))
                .isZero();

        assertThat(fixture.stored("one").status()).isEqualTo(Status.RUNNING);
        assertThat(fixture.stored("one").cancelRequestedBy()).isEqualTo("erin");
    }

    /** Begins a run on another machine, which is cut off at once. */
    private void cutOffElsewhere() {
        fixture.store.owners(Fixture::elsewhere).after("start", () -> {
            throw new Crash.Killed();
        });
        assertThatThrownBy(() -> fixture.run(line)).isInstanceOf(Crash.Killed.class);
        fixture.store.after(call -> {});
    }

    @Test
    void L6_a_second_cancel_ends_what_the_owner_did_not_live_to_end() {
        cutOffElsewhere();
        fixture.runs(line).as(Actor.named("ann")).cancel("one");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.RUNNING);
        fixture.storeAhead = Duration.ofHours(1);

        fixture.runs(line).as(Actor.named("bob")).cancel("one");

        assertThat(fixture.runs(line).outcome("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
    }

    @Test
    void L6_a_run_that_this_runner_lost_touch_with_ends_too() {
        RunClient<Notes, Node> runs = fixture.runs(line);
        fixture.store.failing("commit", Integer.MAX_VALUE);
        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isInstanceOf(StoreUnavailableException.class);
        fixture.store.before(call -> {});

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(fixture.stored("one").status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    void L6_a_cancel_that_came_too_late_leaves_alone_what_a_retry_has_begun_since() throws Exception {
        CountDownLatch controlled = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicBoolean fails = new AtomicBoolean(true);
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {
            if (fails.getAndSet(false)) {
                throw new IllegalStateException("once");
            }
            done.add("again");
            inside.countDown();
            cancelled.await();
        }));
        runs.run("one", Notes.of(), null);
        fixture.store.after("command", () -> {
            controlled.countDown();
            Graphs.uninterrupted(inside);
        });
        Thread cancelling = new Thread(() -> {
            runs.as(Actor.named("ann")).cancel("one");
            cancelled.countDown();
        });
        cancelling.start();
        Graphs.uninterrupted(controlled);

        Outcomes.completed(runs.retry("one"));

        assertThat(done).containsExactly("again");
        cancelling.join();
    }

    @Test
    void L6_a_run_that_a_proven_dead_owner_has_taken_over_ends_though_its_step_hangs_here() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        TestGraph<Notes> stubborn = Graphs.stubborn(inside, goOn);
        RunClient<Notes, Node> runs = fixture.runs(stubborn);
        Running hanging = new Running(runs);
        Graphs.uninterrupted(inside);
        fixture.storeAhead = Duration.ofHours(1);
        Crash.after(fixture, 1, () -> fixture.runs(stubborn).resume("one"));
        assertThat(fixture.stored("one").fencingToken()).isEqualTo(2);

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(fixture.stored("one").status()).isEqualTo(Status.CANCELLED);
        goOn.countDown();
        assertThat(hanging.stop()).isEqualTo(new RunOutcome.Cancelled<>("ann"));
    }

    @Test
    void a_run_that_was_taken_over_and_is_to_be_cancelled_executes_nothing() {
        Crash.after(fixture, 2, () -> fixture.run(line));
        fixture.store.owners(Fixture::elsewhere);
        fixture.memory.runs().command(fixture.stored("one").key(), new RunCommand.Cancel("ann"));
        fixture.store.owners(owner -> owner);

        assertThat(fixture.runs(line).resume("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        assertThat(done).containsExactly("first");
    }
}
