package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of an attempt that does not count nothing is seen later, and its custom events are void (R5, V2). */
@Timeout(30)
@Tag("R5")
@Tag("V2")
final class VoidAttemptTest {
    private final Fixture fixture = new Fixture();
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicBoolean isFirst = new AtomicBoolean(true);

    @AfterEach
    void close() {
        never.countDown();
        fixture.close();
    }

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
                    run.readAt());
        });
        fixture.memory.command(new RunKey("default", "one"), new RunCommand.SetMode(PermissionMode.PLAN, "ann"));
    }

    private RunOutcome<Node> voidedOnce(long timeoutMillis, List<RunEvent> told) {
        TestGraph<Notes> graph = Graphs.single(s -> s.timeout(timeoutMillis), (notes, context) -> {
            notes.add("attempt " + context.attempt());
            context.emit("attempt " + context.attempt());
            if (isFirst.getAndSet(false)) {
                cancelForNothing();
                never.await();
            }
        });
        return fixture.run(
                graph, b -> Fixture.realTime(b).lease(Duration.ofMillis(400)).listener(told::add));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000})
    void R5_an_attempt_that_was_interrupted_for_nothing_is_made_again_on_what_is_stored(long timeoutMillis) {
        assertThat(Outcomes.completed(voidedOnce(timeoutMillis, new ArrayList<>())))
                .hasToString("[attempt 2]");
    }

    @Test
    void V2_an_attempt_that_was_interrupted_for_nothing_says_that_its_custom_events_are_void() {
        List<RunEvent> told = Collections.synchronizedList(new ArrayList<>());
        Outcomes.completed(voidedOnce(0, told));

        List<RunEvent> stored = new ArrayList<>();
        fixture.runs(Graphs.single((notes, context) -> {})).events("one").forEach(event -> stored.add(event.event()));
        RunEvent.StepRetrying isVoid = new RunEvent.StepRetrying(
                "one",
                "first",
                1,
                1,
                Duration.ZERO,
                CancellationException.class.getName(),
                "The step was interrupted for a cancel that is not on record.",
                null);
        List<RunEvent> attempts = List.of(
                new RunEvent.StepStarted("one", "first", 1, 1),
                new RunEvent.Custom("one", "first", 1, 1, 1, "attempt 1"),
                isVoid,
                new RunEvent.StepStarted("one", "first", 1, 2),
                new RunEvent.Custom("one", "first", 1, 2, 1, "attempt 2"),
                new RunEvent.StepFinished("one", "first", 1, 2, null));
        assertThat(stored).containsSubsequence(attempts);
        assertThat(stored).hasSize(attempts.size() + 3).last().isInstanceOf(RunEvent.Completed.class);
        assertThat(told.stream().filter(RunEvent.StepStarted.class::isInstance)).doesNotHaveDuplicates();
    }
}
