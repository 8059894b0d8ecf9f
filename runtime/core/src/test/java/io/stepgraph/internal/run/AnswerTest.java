package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Rejected;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What only the process that executes a run can tell of its answers (I3, I4), and long waits (I7). */
@Timeout(60)
@Tag("I3")
@Tag("I4")
@Tag("I6")
@Tag("I7")
@Isolated("It counts the threads of its process.")
final class AnswerTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final RunClient<Notes, Node> runs = fixture.runs(Graphs.review());

    private Ticket asked(String id) {
        return Outcomes.ticket(runs.run(id, Notes.of(), null));
    }

    @Test
    void I3_what_comes_too_late_is_told_at_once_while_this_runner_executes_what_was_answered() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        RunClient<Notes, Node> slow = fixture.runs(
                Graphs.review((notes, context) -> {
                    inside.countDown();
                    goOn.await();
                }),
                Fixture::realTime);
        Ticket ticket = Outcomes.ticket(slow.run("one", Notes.of(), null));
        ExecutorService threads = Executors.newCachedThreadPool();
        Future<RunOutcome<Node>> first = threads.submit(() -> slow.answer(ticket, new Approved("Ann")));
        inside.await();
        Ticket guessed = new Ticket("default", "one", ticket.runNumber(), ticket.visit() + 1, "ask", ticket.nonce());

        assertThrown(
                StaleAnswerException.class, () -> slow.answer(ticket, new Rejected("late")), "used for another answer");
        assertThatThrownBy(() -> slow.answer(guessed, new Approved("Ann"))).isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> slow.answer(ticket, "yes")).isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> slow.answer(ticket.id(), "not json")).isInstanceOf(StaleAnswerException.class);
        assertThat(first.isDone()).isFalse();
        Future<RunOutcome<Node>> again = threads.submit(() -> slow.answer(ticket, new Approved("Ann")));
        goOn.countDown();
        assertThat(Outcomes.completed(again.get()))
                .hasToString(Outcomes.completed(first.get()).toString());
        threads.shutdown();
    }

    @Test
    void I3_a_misfit_under_a_used_ticket_does_not_say_that_the_run_still_waits() {
        Ticket ticket = asked("one");
        Ticket guessed = new Ticket("default", "one", ticket.runNumber(), ticket.visit(), "ask", "guessed");
        assertThatThrownBy(() -> runs.answer(guessed, "yes")).isInstanceOf(StaleAnswerException.class);
        runs.answer(ticket, new Approved("Ann"));

        assertThatThrownBy(() -> runs.answer(ticket, "yes")).isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> runs.answer(ticket.id(), "not json")).isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> fixture.runner(b -> b).answer(ticket.id(), "not json"))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("used for another answer");
    }

    @Test
    void I4_a_misfit_is_invalid_the_run_still_waits_and_the_same_answer_is_good_as_an_object_and_as_JSON() {
        Ticket ticket = asked("one");
        assertThrown(InvalidAnswerException.class, () -> runs.answer(ticket, "yes"), "ask", "Decision");
        assertThatThrownBy(() -> runs.answer(ticket, new Expired())).isInstanceOf(InvalidAnswerException.class);
        assertThatThrownBy(() -> runs.answer(ticket.id(), "not json")).isInstanceOf(InvalidAnswerException.class);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
        String paid = "[first, asked, paid, as Ann said]";
        assertThat(Outcomes.completed(
                        runs.as(Actor.named("bob")).answer(ticket.id(), "{\"@type\":\"Approved\",\"by\":\"Ann\"}")))
                .hasToString(paid);
        assertThat(Outcomes.completed(runs.as(Actor.named("eve")).answer(ticket, new Approved("Ann"))))
                .hasToString(paid);
        assertThat(fixture.answeredBy()).isEqualTo("bob");
    }

    @Test
    void I7_a_run_waits_across_restarts_and_newer_builds_in_no_thread() {
        Ticket ticket = asked("one");
        int threads = Thread.activeCount();
        fixture.runs(Graphs.single((n, c) -> {}));

        RunClient<Notes, Node> newer = fixture.runs(Graphs.review().fingerprint("newer"));

        assertThat(Thread.activeCount()).isEqualTo(threads);
        assertThat(Outcomes.completed(newer.answer(Ticket.parse(ticket.id()), new Approved("Ann"))))
                .hasToString("[first, asked, paid, as Ann said]");
        assertThat(fixture.stored("one").fingerprint()).isEqualTo("newer");
    }

    @Test
    void a_loop_of_questions_gives_each_visit_its_own_ticket() {
        RunClient<Notes, Node> loop = fixture.runs(TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, Approved.class, FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(Approved.class)).to(ASK), (n, i, c) -> Transition.go(ASK)));
        RunOutcome.QuestionAsked<Node> first = Outcomes.asked(loop.run("one", Notes.of(), null));
        RunOutcome.QuestionAsked<Node> second = Outcomes.asked(loop.answer(first.ticket(), new Approved("Ann")));

        assertThat(second.ticket().visit()).isEqualTo(3);
        assertThrown(StaleAnswerException.class, () -> loop.answer(first.ticket(), new Approved("Bob")));
        assertThat(loop.answer(first.ticket(), new Approved("Ann")))
                .as("the same answer again brings the run to its next stop")
                .isEqualTo(second);
    }
}
