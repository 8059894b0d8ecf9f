package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The data that the store keeps of runs after their end (S3). */
@Timeout(60)
@Tag("R3")
@Tag("R11")
@Tag("S3")
final class RetentionTest {
    private static final RunKey ONE = new RunKey("default", "one");

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final AtomicInteger calls = new AtomicInteger();

    private RunClient<Notes, Node> deleting(Graphs.Work work) {
        return fixture.runs(Graphs.single(work), builder -> builder.retention(Retention.DELETE_ON_END));
    }

    /** By the clock of this machine, because calls wait for each other. */
    private RunClient<Notes, Node> inRealTime(Graphs.Work work) {
        return fixture.runs(
                Graphs.single(work), builder -> Fixture.realTime(builder).retention(Retention.DELETE_ON_END));
    }

    @Test
    void R3_S3_after_the_end_nothing_of_the_start_is_kept_and_whoever_runs_it_again_gets_the_outcome() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> calls.incrementAndGet()));
        Outcomes.completed(runs.run("one", Notes.of("a secret"), null));

        assertThat(fixture.stored("one").start()).isNull();
        assertThat(Outcomes.completed(runs.run("one", Notes.of("another"), null)))
                .hasToString("[a secret]");
        assertThat(runs.enqueue("one", Notes.of("another"), null)).isFalse();
        assertThat(calls).hasValue(1);
    }

    @Test
    void S3_until_it_is_deleted_the_same_id_returns_the_stored_outcome_and_then_starts_a_new_run() {
        RunClient<Notes, Node> runs = deleting((notes, context) -> notes.add("call " + calls.incrementAndGet()));
        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[call 1]");
        fixture.time.pass(MINUTE.minusSeconds(1));

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[call 1]");

        fixture.time.pass(MINUTE);
        Outcomes.completed(runs.run("another call", Notes.of(), null));
        assertThat(fixture.memory.runs().find(ONE)).isNull();
        assertThatThrownBy(() -> runs.resume("one")).isInstanceOf(RunNotFoundException.class);
        assertThat(Outcomes.completed(runs.run("one", Notes.of("another"), null)))
                .hasToString("[another, call 3]");
    }

    @Test
    void S3_closing_a_runner_deletes_the_runs_that_it_has_ended_and_younger_ones_of_no_other_runner() {
        Graphs.Work work = (notes, context) -> notes.add("done");
        Runner runner = fixture.runner(builder -> builder.retention(Retention.DELETE_ON_END));
        Outcomes.completed(runner.client(Graphs.single(work), new Object()).run("one", Notes.of(), null));
        Outcomes.completed(deleting(work).run("two", Notes.of(), null));

        runner.close();

        assertThat(fixture.memory.runs().find(ONE)).isNull();
        assertThat(fixture.stored("two").isMarked()).isTrue();
    }

    @Test
    void S3_any_runner_deletes_what_another_one_has_left_once_it_is_old_enough_and_no_sooner() {
        RunClient<Notes, Node> dead = deleting((notes, context) -> notes.add("done"));
        Outcomes.completed(dead.run("one", Notes.of(), null));
        RunClient<Notes, Node> heir = deleting((notes, context) -> notes.add("done"));
        fixture.time.pass(Duration.ofSeconds(40));

        Outcomes.completed(heir.run("two", Notes.of(), null));
        assertThat(fixture.memory.runs().find(ONE)).isNotNull();

        fixture.time.pass(Duration.ofSeconds(30));
        Outcomes.completed(heir.run("three", Notes.of(), null));
        assertThat(fixture.memory.runs().find(ONE)).isNull();
        assertThat(fixture.stored("two").isMarked()).as("ended 30 seconds ago").isTrue();
    }

    @Test
    void S3_how_long_an_ended_run_stays_is_set_on_the_runner() {
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.single((notes, context) -> notes.add("done")),
                builder -> builder.retention(Retention.DELETE_ON_END).deleteAfter(Duration.ZERO));

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[done]");

        assertThat(fixture.memory.runs().find(ONE)).isNull();
        assertThatThrownBy(() -> Runner.builder(fixture.store.store()).deleteAfter(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void S3_a_runner_looks_for_runs_to_delete_a_few_times_a_minute_and_never_without_such_runs() {
        RunClient<Notes, Node> keeping = fixture.runs(Graphs.single((notes, context) -> notes.add("done")));
        Outcomes.completed(keeping.run("kept", Notes.of(), null));
        RunClient<Notes, Node> runs = deleting((notes, context) -> notes.add("done"));
        for (int i = 0; i < 60; i++) {
            Outcomes.completed(runs.run("run " + i, Notes.of(), null));
            fixture.time.pass(Duration.ofSeconds(1));
        }

        assertThat(fixture.store.calls()).filteredOn("deleteMarked"::equals).hasSize(4);
    }

    @Test
    void S3_a_store_that_cannot_delete_now_is_no_trouble_of_the_call() {
        fixture.store.failing("deleteMarked", Integer.MAX_VALUE);

        Outcomes.completed(deleting((notes, context) -> notes.add("done")).run("one", Notes.of(), null));

        assertThat(fixture.store.calls()).contains("deleteMarked");
    }

    @Test
    void R3_a_call_that_has_joined_it_gets_its_outcome_and_does_not_start_it_again() throws Exception {
        CountDownLatch isStarting = new CountDownLatch(1);
        CountDownLatch hasJoined = new CountDownLatch(1);
        fixture.store
                .before("start", () -> {
                    isStarting.countDown();
                    Graphs.uninterrupted(hasJoined);
                })
                .after("find", hasJoined::countDown);
        RunClient<Notes, Node> runs = inRealTime((notes, context) -> notes.add("call " + calls.incrementAndGet()));
        CompletableFuture<RunOutcome<Node>> first =
                CompletableFuture.supplyAsync(() -> runs.run("one", Notes.of(), null));
        isStarting.await();

        RunOutcome<Node> joined = runs.run("one", Notes.of(), null);

        assertThat(Outcomes.completed(joined)).hasToString("[call 1]");
        assertThat(Outcomes.completed(first.get())).hasToString("[call 1]");
    }

    @Test
    void R3_a_call_elsewhere_that_waited_for_a_run_that_is_deleted_starts_no_new_run() {
        TestGraph<Notes> dying = Graphs.single((notes, context) -> Crash.now(fixture));
        Crash.elsewhere(fixture, () -> fixture.run(dying, builder -> builder.retention(Retention.DELETE_ON_END)));
        fixture.time.onWait(this::endAndDelete);

        RunClient<Notes, Node> here = deleting((notes, context) -> calls.incrementAndGet());

        assertThatThrownBy(() -> here.run("one", Notes.of(), null))
                .isInstanceOf(RunNotFoundException.class)
                .hasMessageContaining("was deleted while this call waited");
        assertThat(calls).hasValue(0);
    }

    /** The actions of its owner in the meantime. */
    private void endAndDelete() {
        StoredRun run = fixture.memory.runs().find(ONE);
        if (run != null) {
            fixture.memory.runs().command(ONE, new RunCommand.Cancel("ann"));
            fixture.memory.runs().release(run.lease(Duration.ofMinutes(10)));
            fixture.memory.removals().deleteMarked("default", Duration.ZERO, null, 1);
        }
    }
}
