package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
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
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Questions and answers (I1 to I4, I7). */
@Timeout(60)
@Tag("I1")
@Tag("I2")
@Tag("I3")
@Tag("I4")
@Tag("I6")
@Tag("I7")
@Isolated("It counts the threads of its process.")
final class AnswerTest {
    private final Fixture fixture = new Fixture();
    private final RunClient<Notes, Node> runs = fixture.runs(Graphs.review().build());

    @AfterEach
    void close() {
        fixture.close();
    }

    private Ticket asked(String id) {
        return Outcomes.asked(runs.run(id, Notes.of(), null)).ticket();
    }

    @Test
    void I1_a_ticket_names_run_visit_and_interrupt_and_cannot_be_guessed() {
        Ticket one = asked("one");
        Ticket two = asked("two");

        assertThat(one.runId()).isEqualTo("one");
        assertThat(one.namespace()).isEqualTo("default");
        assertThat(one.visit()).isEqualTo(2);
        assertThat(one.interrupt()).isEqualTo("ask");
        assertThat(one.nonce()).hasSize(36).isNotEqualTo(two.nonce());
        assertThat(one.runNumber()).isNotEqualTo(two.runNumber());
    }

    @Test
    void I2_an_answer_goes_to_the_step_that_takes_it_and_nothing_before_is_run_again() {
        Ticket ticket = asked("one");
        fixture.store.forget();

        RunOutcome<Node> outcome = runs.answer(ticket, new Rejected("too dear"));

        assertThat(Outcomes.completed(outcome)).hasToString("[first, asked, shelved: too dear]");
        assertThat(fixture.store.writes()).containsExactly("answer", "commit");
    }

    @Test
    void I3_the_same_answer_again_behaves_like_run() {
        Ticket ticket = asked("one");
        RunOutcome<Node> first = runs.answer(ticket, new Approved("Ann"));

        RunOutcome<Node> second = runs.answer(ticket, new Approved("Ann"));

        assertThat(Outcomes.completed(second))
                .hasToString(Outcomes.completed(first).toString());
    }

    @Test
    void I6_who_answered_is_told_and_stored() {
        List<String> told = new ArrayList<>();
        RunClient<Notes, Node> listened = fixture.runs(
                Graphs.review().build(),
                builder -> builder.listener(event -> {
                    if (event instanceof RunEvent.Answered answered) {
                        told.add(answered.runId() + " by " + answered.by());
                    }
                }));

        listened.answer(asked("one"), new Approved("Ann"), "ann");
        listened.answer(asked("two").id(), "{\"@type\":\"Rejected\",\"why\":\"too dear\"}", "bob");
        listened.answer(asked("three"), new Approved("Ann"));

        assertThat(told).containsExactly("one by ann", "two by bob", "three by null");
        assertThat(List.of("one", "two", "three"))
                .extracting(id -> fixture.memory
                        .questions(new RunKey("default", id))
                        .get(0)
                        .answeredBy())
                .containsExactly("ann", "bob", null);
        assertThat(List.of("one", "two", "three")).extracting(this::answeredBy).containsExactly("ann", "bob", null);
    }

    /** As any process reads it in the log. */
    private String answeredBy(String id) {
        try (RunStream stream = fixture.runs(Graphs.review().build()).events(id)) {
            for (StreamedEvent event : stream) {
                if (event.event() instanceof RunEvent.Answered answered) {
                    return answered.by();
                }
            }
        }
        throw new AssertionError("nobody answered");
    }

    @Test
    void I6_who_answers_is_text_that_every_store_can_keep() {
        Ticket ticket = asked("one");

        for (String by : new String[] {"a\0nn", "ann\ud800"}) {
            assertThatThrownBy(() -> runs.answer(ticket, new Approved("Ann"), by))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'by'");
            assertThatThrownBy(() -> runs.answer(ticket.id(), "{\"@type\":\"Approved\",\"by\":\"Ann\"}", by))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'by'");
        }
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
    }

    @Test
    void I3_a_different_answer_to_a_used_ticket_is_stale_and_changes_nothing() {
        Ticket ticket = asked("one");
        runs.answer(ticket, new Approved("Ann"));

        assertThatThrownBy(() -> runs.answer(ticket, new Rejected("late")))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("one");
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[first, asked, paid, as Ann said]");
    }

    @Test
    void I3_an_answer_to_an_earlier_run_of_the_same_id_is_stale() {
        Ticket old = asked("one");
        runs.cancel("one", "ann");
        runs.delete("one");
        assertThatThrownBy(() -> runs.answer(old, new Approved("Ann"))).isInstanceOf(StaleAnswerException.class);
        asked("one");

        assertThatThrownBy(() -> runs.answer(old, new Approved("Ann"))).isInstanceOf(StaleAnswerException.class);
        Outcomes.asked(runs.resume("one"));
    }

    @Test
    void I3_a_made_up_ticket_is_stale() {
        Ticket real = asked("one");
        Ticket guessed = new Ticket("default", "one", real.runNumber(), real.visit(), "ask", "guessed");

        assertThatThrownBy(() -> runs.answer(guessed, new Approved("Ann"))).isInstanceOf(StaleAnswerException.class);
        for (Ticket wrong : List.of(
                new Ticket("other", "one", real.runNumber(), real.visit(), "ask", real.nonce()),
                new Ticket("default", "two", real.runNumber(), real.visit(), "ask", real.nonce()),
                new Ticket("default", "one", real.runNumber(), real.visit() + 2, "ask", real.nonce()),
                new Ticket("default", "one", real.runNumber(), real.visit(), "first", real.nonce()),
                new Ticket("default", "one", real.runNumber(), real.visit(), "nowhere", real.nonce()))) {
            assertThatThrownBy(() -> runs.answer(wrong, new Approved("Ann")))
                    .as(wrong.toString())
                    .isInstanceOf(StaleAnswerException.class);
        }
        assertThatThrownBy(() -> runs.answer("no ticket", "{}")).isInstanceOf(StaleAnswerException.class);
        assertThat(Outcomes.asked(runs.resume("one")).ticket()).isEqualTo(real);
    }

    @Test
    void I3_two_at_once_one_wins_and_the_step_is_executed_once() throws Exception {
        AtomicInteger paid = new AtomicInteger();
        RunClient<Notes, Node> racing = fixture.runs(
                Graphs.review()
                        .step(
                                Node.GATED,
                                s -> s.takes(ValueType.of(Approved.class))
                                        .gatedBy(ASK, Approved.class)
                                        .toEnd(),
                                (notes, input, context) -> {
                                    paid.incrementAndGet();
                                    notes.add(((Approved) input).by());
                                    return Transition.end();
                                })
                        .build(),
                Fixture::realTime);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int round = 0; round < 20; round++) {
            paid.set(0);
            Ticket ticket = Outcomes.asked(racing.run("race-" + round, Notes.of(), null))
                    .ticket();
            List<Callable<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String by = "person " + i % 4;
                answers.add(() -> {
                    try {
                        return Outcomes.completed(racing.answer(ticket, new Approved(by)))
                                .toString()
                                .contains(by);
                    } catch (StaleAnswerException lost) {
                        return false;
                    }
                });
            }
            int winners = 0;
            for (Future<Boolean> answer : threads.invokeAll(answers)) {
                winners += answer.get() ? 1 : 0;
            }
            assertThat(winners).isEqualTo(2);
            assertThat(paid).hasValue(1);
        }
        threads.shutdown();
    }

    @Test
    void I3_what_comes_too_late_is_told_at_once_while_this_runner_executes_what_was_answered() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        RunClient<Notes, Node> slow = fixture.runs(
                Graphs.review()
                        .step(
                                Node.GATED,
                                s -> s.takes(ValueType.of(Approved.class))
                                        .gatedBy(ASK, Approved.class)
                                        .toEnd(),
                                (notes, input, context) -> {
                                    inside.countDown();
                                    goOn.await();
                                    return Transition.end();
                                })
                        .build(),
                Fixture::realTime);
        Ticket ticket = Outcomes.asked(slow.run("one", Notes.of(), null)).ticket();
        ExecutorService threads = Executors.newCachedThreadPool();
        Future<RunOutcome<Node>> first = threads.submit(() -> slow.answer(ticket, new Approved("Ann")));
        inside.await();
        Ticket guessed = new Ticket("default", "one", ticket.runNumber(), ticket.visit() + 1, "ask", ticket.nonce());

        assertThatThrownBy(() -> slow.answer(ticket, new Rejected("late")))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("used for another answer");
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
    void I4_a_misfit_is_invalid_and_the_run_still_waits() {
        Ticket ticket = asked("one");

        assertThatThrownBy(() -> runs.answer(ticket, "yes"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("ask")
                .hasMessageContaining("Decision");
        assertThatThrownBy(() -> runs.answer(ticket, new Expired())).isInstanceOf(InvalidAnswerException.class);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
        Outcomes.completed(runs.answer(ticket, new Approved("Ann")));
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
    void I4_the_json_door() {
        Ticket ticket = asked("one");

        assertThatThrownBy(() -> runs.answer(ticket.id(), "{\"@type\":\"Approved\",\"bye\":\"Ann\"}"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("answer.by");
        assertThatThrownBy(() -> runs.answer(ticket.id(), "not json")).isInstanceOf(InvalidAnswerException.class);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);

        assertThat(Outcomes.completed(runs.answer(ticket.id(), "{\"@type\":\"Approved\",\"by\":\"Ann\"}")))
                .hasToString("[first, asked, paid, as Ann said]");
        assertThat(Outcomes.completed(runs.answer(ticket, new Approved("Ann"))))
                .as("the same answer by the other way")
                .hasToString("[first, asked, paid, as Ann said]");
    }

    @Test
    void I4_a_question_is_stored_with_the_schema_of_its_answers() {
        asked("one");

        StopReason.QuestionAsked asked =
                (StopReason.QuestionAsked) fixture.stored("one").stopReason();
        assertThat(asked.question()).hasToString("{\"text\":\"Pay?\"}");
        assertThat(asked.answerSchema().text()).contains("Approved").contains("why");
    }

    @Test
    void I7_a_run_waits_across_restarts_and_newer_builds_in_no_thread() {
        Ticket ticket = asked("one");
        int threads = Thread.activeCount();
        fixture.runs(Graphs.single((n, c) -> {}));

        RunClient<Notes, Node> newer =
                fixture.runs(Graphs.review().fingerprint("newer").build());

        assertThat(Thread.activeCount()).isEqualTo(threads);
        assertThat(Outcomes.completed(newer.answer(Ticket.parse(ticket.id()), new Approved("Ann"))))
                .hasToString("[first, asked, paid, as Ann said]");
        assertThat(fixture.stored("one").fingerprint()).isEqualTo("newer");
    }

    @Test
    void a_loop_of_questions_gives_each_visit_its_own_ticket() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(FIRST).answeredBy(ValueType.of(Approved.class)),
                        answer -> FIRST,
                        (notes, input, context) -> Transition.ask("question " + context.visit()))
                .step(FIRST, s -> s.takes(ValueType.of(Approved.class)).to(ASK), (notes, input, context) -> {
                    notes.add(((Approved) input).by());
                    return Transition.go(ASK);
                })
                .build();
        RunClient<Notes, Node> loop = fixture.runs(graph);
        RunOutcome.QuestionAsked<Node> first = Outcomes.asked(loop.run("one", Notes.of(), null));
        RunOutcome.QuestionAsked<Node> second = Outcomes.asked(loop.answer(first.ticket(), new Approved("Ann")));

        assertThat(second.question()).isEqualTo("question 3");
        assertThatThrownBy(() -> loop.answer(first.ticket(), new Approved("Bob")))
                .isInstanceOf(StaleAnswerException.class);
        assertThat(loop.answer(first.ticket(), new Approved("Ann")))
                .as("the same answer again brings the run to its next stop")
                .isEqualTo(second);
    }
}
