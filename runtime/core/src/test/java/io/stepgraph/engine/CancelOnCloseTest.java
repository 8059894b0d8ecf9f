package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that are closed to stop their runs (V3). */
@Timeout(60)
@Tag("V3")
final class CancelOnCloseTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final CountDownLatch inside = new CountDownLatch(1);

    /** One step that waits until it is interrupted. */
    private final TestGraph<Notes> hanging = Graphs.single((notes, context) -> {
        inside.countDown();
        new CountDownLatch(1).await();
    });

    @Test
    void V3_closing_cancels_the_run_if_that_is_asked_for() {
        RunClient<Notes, Node> runs = fixture.inRealTime(hanging).as(Actor.named("ann"));
        OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome);
        try (stream) {
            Graphs.uninterrupted(inside);
            assertThat(stream.cancelOnClose()).isSameAs(stream);
        }

        assertThat(stream.outcome()).isEqualTo(new RunOutcome.Cancelled<Node>("ann"));
    }

    @Test
    void V3_closing_cancels_a_run_that_was_given_back() throws Exception {
        Runner runner = fixture.runner(b -> Fixture.realTime(b).closePatience(Duration.ofMillis(10)));
        RunClient<Notes, Node> runs = runner.client(hanging, new Object()).as(Actor.named("ann"));
        OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome);
        stream.cancelOnClose();
        inside.await();
        runner.close();
        assertThatThrownBy(stream::outcome).is(Errors.with(ErrorCode.RUNNER_CLOSED));

        stream.close();

        assertThat(fixture.stored("one").status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    void V3_closing_tries_again_what_the_store_has_not_answered() throws Exception {
        RunClient<Notes, Node> runs = fixture.inRealTime(hanging).as(Actor.named("ann"));
        OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome);
        stream.cancelOnClose();
        inside.await();
        fixture.store.failing("command", Integer.MAX_VALUE);
        assertThatThrownBy(stream::close).isInstanceOf(StoreUnavailableException.class);
        fixture.store.before(call -> {});

        stream.close();

        assertThat(stream.outcome()).isEqualTo(new RunOutcome.Cancelled<Node>("ann"));
    }

    @Test
    void V3_closing_leaves_a_run_alone_that_is_not_the_one_to_be_started() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        TestGraph<Notes> graph = Graphs.stubborn(inside, goOn);
        try (OutcomeStream<RunOutcome<Node>> first =
                fixture.inRealTime(graph).stream("one", Notes.of("a"), null, outcome -> outcome)) {
            inside.await();
            OutcomeStream<RunOutcome<Node>> other =
                    fixture.inRealTime(graph).stream("one", Notes.of("b"), null, outcome -> outcome);
            other.cancelOnClose().close();

            goOn.countDown();
            assertThat(Outcomes.completed(first.outcome())).hasToString("[a, done]");
        }
    }

    @Test
    void V3_closing_cancels_a_run_that_was_answered() throws Exception {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review((notes, context) -> {
                    inside.countDown();
                    new CountDownLatch(1).await();
                }))
                .as(Actor.named("ann"));
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));
        OutcomeStream<RunOutcome<Node>> stream = runs.stream(ticket, new Graphs.Approved("Ann"), outcome -> outcome);
        stream.cancelOnClose();
        inside.await();

        stream.close();

        assertThat(stream.outcome()).isEqualTo(new RunOutcome.Cancelled<Node>("ann"));
    }

    @Test
    void V3_closing_leaves_a_run_alone_whose_answer_was_refused() {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review());
        Ticket good = Outcomes.ticket(runs.run("one", Notes.of(), null));
        Ticket guessed = new Ticket("default", "one", good.runNumber(), good.visit(), good.interrupt(), "guessed");
        OutcomeStream<RunOutcome<Node>> stream = runs.stream(guessed, new Graphs.Approved("Ann"), outcome -> outcome);
        assertThrown(StaleAnswerException.class, stream::outcome);

        stream.cancelOnClose().close();

        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
    }

    @Test
    void V3_closing_leaves_a_run_that_has_come_to_rest() {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review());
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            stream.cancelOnClose();
            Outcomes.asked(stream.outcome());
        }

        Outcomes.asked(runs.resume("one"));
    }

    @Test
    void V3_a_run_that_has_not_begun_never_does_once_its_stream_is_closed_to_cancel_it() {
        CountDownLatch asked = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.single((notes, context) -> {}));
        OutcomeStream<RunOutcome<Node>> stream = runs.stream(
                "one",
                () -> {
                    asked.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException stopped) {
                        throw new IllegalStateException("no state", stopped);
                    }
                    return Notes.of();
                },
                null,
                outcome -> outcome);
        Graphs.uninterrupted(asked);
        stream.cancelOnClose().close();

        assertThatThrownBy(stream::outcome)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no state");
        assertThatThrownBy(() -> runs.outcome("one")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void V3_a_run_that_waits_for_its_thread_never_begins_once_its_stream_is_closed_to_cancel_it() {
        Runner runner = fixture.runner(b -> Fixture.realTime(b).onBusy(ThreadBusyPolicy.WAIT));
        RunClient<Notes, Node> chat = runner.client(Graphs.review(), new Object(), "chat");
        chat.run("one", Notes.of(), null);
        OutcomeStream<RunOutcome<Node>> stream = chat.stream("two", Notes.of(), null, outcome -> outcome);
        stream.heartbeat(Duration.ofMillis(5));
        assertThat(stream.iterator().next().event()).isEqualTo(new RunEvent.Heartbeat("two"));
        stream.cancelOnClose().close();

        assertThatThrownBy(stream::outcome).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThatThrownBy(() -> chat.outcome("two")).isInstanceOf(RunNotFoundException.class);
        Outcomes.asked(chat.resume("one"));
    }

    @Test
    void V3_many_streams_closed_at_any_moment_leave_no_run_going() {
        RunClient<Notes, Node> runs = fixture.inRealTime(hanging).as(Actor.named("ann"));
        for (int i = 0; i < 200; i++) {
            String id = "run-" + i;
            OutcomeStream<RunOutcome<Node>> stream = runs.stream(id, Notes.of(), null, outcome -> outcome);
            for (int spin = 0; spin < i * 20; spin++) {
                Thread.onSpinWait();
            }
            stream.cancelOnClose().close();
            try {
                assertThat(stream.outcome()).isEqualTo(new RunOutcome.Cancelled<Node>("ann"));
            } catch (StepgraphException neverBegun) {
                assertThat(neverBegun).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
                assertThat(fixture.memory.runs().find(new RunKey("default", id)))
                        .satisfiesAnyOf(
                                run -> assertThat(run).isNull(),
                                run -> assertThat(run.status()).isEqualTo(Status.CANCELLED));
            }
        }
    }
}
