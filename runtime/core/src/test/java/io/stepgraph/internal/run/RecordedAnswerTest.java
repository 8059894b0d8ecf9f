package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that come in where the agent's classes are not at hand (I4). */
@Timeout(60)
@Tag("R4")
@Tag("R8")
@Tag("R11")
@Tag("I2")
@Tag("I3")
@Tag("I4")
@Tag("I8")
final class RecordedAnswerTest {
    private static final String APPROVED = "{\"@type\":\"Approved\",\"by\":\"Ann\"}";
    private static final String PAID = "[first, asked, paid, as Ann said]";

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<RunEvent> told = new ArrayList<>();
    private final RunClient<Notes, Node> runs = runs(Graphs.review());

    /** A process that has the store and nothing else. */
    private final Runner console = fixture.runner(builder -> builder);

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return fixture.runs(graph, builder -> builder.observer(told::add));
    }

    private Ticket asked(String id) {
        return Outcomes.ticket(runs.run(id, Notes.of(), null));
    }

    private List<RunEvent> log(String id) {
        return Events.of(runs.events(id));
    }

    @Test
    void I4_an_answer_is_stored_without_the_users_classes_and_taken_up_with_them() {
        Ticket ticket = asked("one");
        fixture.store.forget();

        console.as(Actor.named("ann")).answer(ticket.id(), APPROVED);

        assertThat(fixture.store.writes()).containsExactly("questions", "recordAnswer");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        assertThat(runs.outcome("one")).isNull();
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString(PAID);
        assertThat(fixture.answeredBy()).isEqualTo("ann");
        assertThat(log("one"))
                .containsSubsequence(
                        new RunEvent.Answered("one", ticket, new Approved("Ann"), "ann", List.of()),
                        new RunEvent.Resumed("one", "gated", 3),
                        new RunEvent.StepStarted("one", "gated", 3, 1, Instant.EPOCH));
        assertThat(told).contains(new RunEvent.Resumed("one", "gated", 3));
    }

    @Test
    void I4_a_typed_answer_can_be_stored_for_another_process_too() {
        Ticket ticket = asked("one");
        fixture.store.forget();

        runs.as(Actor.named("ann")).submit(ticket, new Approved("Ann"));

        assertThat(fixture.store.writes()).containsExactly("recordAnswer");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
        runs.submit(ticket, new Approved("Ann"));
        assertThat(told).endsWith(new RunEvent.Answered("one", ticket, new Approved("Ann"), "ann", List.of()));
        assertThrown(StaleAnswerException.class, () -> runs.submit(ticket, new Approved("Bob")));
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString(PAID);
        assertThat(fixture.answeredBy()).isEqualTo("ann");
    }

    /** An answer that its giver can change. */
    public static final class Price {
        public int cents = 500;
    }

    @Test
    void I3_a_streamed_answer_is_taken_as_it_was_given_whatever_becomes_of_the_object() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, Price.class, FIRST)
                .step(FIRST, s -> s.takes(ValueType.of(Price.class)).toEnd(), (notes, input, context) -> {
                    notes.add("paid " + ((Price) input).cents);
                    return Transition.end();
                });
        RunClient<Notes, Node> prices = fixture.inRealTime(graph);
        Ticket ticket = Outcomes.ticket(prices.run("one", Notes.of(), null));
        CountDownLatch changed = new CountDownLatch(1);
        Thread giver = Thread.currentThread();
        fixture.store.before(call -> {
            if (Thread.currentThread() != giver) {
                Graphs.uninterrupted(changed);
            }
        });
        Price price = new Price();

        try (OutcomeStream<RunOutcome<Node>> stream = prices.stream(ticket, price, outcome -> outcome)) {
            price.cents = 1;
            changed.countDown();

            assertThat(Outcomes.completed(stream.outcome())).hasToString("[paid 500]");
        }
    }

    @Test
    void I2_an_answer_leads_where_the_build_that_takes_it_up_leads_it() {
        Ticket ticket = asked("one");
        console.answer(ticket.id(), APPROVED);
        TestGraph<Notes> withLegalCheck = Graphs.review()
                .fingerprint("newer")
                .asks(
                        ASK,
                        s -> s.to(SECOND, THIRD).answeredBy(ValueType.of(Graphs.Decision.class)),
                        answer -> answer instanceof Approved ? SECOND : Graphs.route(answer))
                .step(SECOND, s -> s.takes(ValueType.of(Approved.class)).to(GATED), (notes, input, context) -> {
                    notes.add("checked");
                    return Transition.go(GATED, input);
                });

        assertThat(Outcomes.completed(runs(withLegalCheck).resume("one")))
                .hasToString("[first, asked, checked, paid, as Ann said]");
    }

    @Test
    void I3_a_ticket_of_which_any_part_was_changed_is_stale_at_every_door() {
        Ticket other = asked("other");
        Ticket good = asked("one");
        List<Ticket> forged = List.of(
                new Ticket("elsewhere", "one", good.runNumber(), good.visit(), "ask", good.nonce()),
                new Ticket("default", "other", good.runNumber(), good.visit(), "ask", good.nonce()),
                new Ticket("default", "nobody", good.runNumber(), good.visit(), "ask", good.nonce()),
                new Ticket("default", "one", other.runNumber(), good.visit(), "ask", good.nonce()),
                new Ticket("default", "one", good.runNumber(), 1, "ask", good.nonce()),
                new Ticket("default", "one", good.runNumber(), 3, "ask", good.nonce()),
                new Ticket("default", "one", good.runNumber(), good.visit(), "first", good.nonce()),
                new Ticket("default", "one", good.runNumber(), good.visit(), "nowhere", good.nonce()),
                new Ticket("default", "one", good.runNumber(), good.visit(), "ASK", good.nonce()),
                new Ticket("default", "one", good.runNumber(), good.visit(), "ask", other.nonce()));

        for (Ticket ticket : forged) {
            for (String json : List.of(APPROVED, "{\"misfit\":true}")) {
                assertThatThrownBy(() -> console.answer(ticket.id(), json))
                        .as("%s", ticket)
                        .isInstanceOf(StaleAnswerException.class);
                assertThatThrownBy(() -> runs.answer(ticket.id(), json))
                        .as("%s", ticket)
                        .isInstanceOf(StaleAnswerException.class);
            }
            assertThatThrownBy(() -> runs.answer(ticket, new Approved("Ann")))
                    .as("%s", ticket)
                    .isInstanceOf(StaleAnswerException.class);
        }
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
        console.answer(good.id(), APPROVED);
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString(PAID);
    }

    @Test
    void I4_a_misfit_names_the_field_and_the_run_still_waits() {
        Ticket ticket = asked("one");

        assertThatThrownBy(() -> console.answer(ticket.id(), "{\"@type\":\"Approved\",\"bye\":\"Ann\"}"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("answer.by");
        assertThatThrownBy(() -> console.answer(ticket.id(), "not json")).isInstanceOf(InvalidAnswerException.class);
        assertThatThrownBy(() -> console.answer("no ticket", APPROVED)).isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> runs.answer("no ticket", APPROVED)).isInstanceOf(StaleAnswerException.class);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
        assertThat(Outcomes.completed(runs.answer(ticket, new Approved("Ann")))).hasToString(PAID);
    }

    record Named(String name) {
        Named {
            if (name.isBlank()) {
                throw new IllegalArgumentException("A name is not blank.");
            }
        }
    }

    @Test
    void I4_what_only_the_classes_can_tell_to_be_no_answer_is_refused_and_the_run_waits_again() {
        RunClient<Notes, Node> named = runs(naming(ValueType.of(Named.class)));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(named.run("one", Notes.of(), null));
        console.as(Actor.named("ann")).answer(asked.ticket().id(), "{\"name\":\" \"}");

        assertThat(named.resume("one"))
                .as("the same question under the same ticket")
                .isEqualTo(asked);
        assertThat(told)
                .filteredOn(RunEvent.AnswerRefused.class::isInstance)
                .singleElement()
                .satisfies(refused ->
                        assertThat(((RunEvent.AnswerRefused) refused).reason()).contains("A name is not blank."));

        console.as(Actor.named("ann")).answer(asked.ticket().id(), "{\"name\":\"Ann\"}");
        assertThat(Outcomes.completed(named.resume("one"))).hasToString("[Ann]");
        try (RunStream stream = named.events("one")) {
            assertThat(stream)
                    .extracting(event -> event.event().getClass().getSimpleName())
                    .containsSubsequence("QuestionAsked", "AnswerRefused", "Answered", "Resumed", "Completed");
        }
    }

    @Test
    void I3_the_same_answer_through_the_other_door_is_the_same_whatever_it_leaves_out() {
        TestGraph<Notes> graph = naming(ValueType.of(Titled.class));
        RunClient<Notes, Node> titled = runs(graph);
        Ticket ticket = Outcomes.ticket(titled.run("one", Notes.of(), null));
        console.answer(ticket.id(), "{\"name\":\"Ann\"}");

        assertThat(Outcomes.completed(titled.answer(ticket, new Titled("Ann", Optional.empty()))))
                .hasToString("[Ann]");
        assertThrown(StaleAnswerException.class, () -> titled.answer(ticket, new Titled("Ann", Optional.of("Dr."))));
        Ticket guessed =
                new Ticket("default", "one", ticket.runNumber(), ticket.visit(), ticket.interrupt(), "guessed");
        assertThrown(StaleAnswerException.class, () -> titled.answer(guessed, new Titled("Ann", Optional.empty())));
    }

    @Test
    void I3_the_same_answer_of_a_newer_build_whose_answers_have_a_field_more_is_the_same() {
        Ticket ticket = Outcomes.ticket(runs(naming(ValueType.of(Named.class))).run("one", Notes.of(), null));
        Outcomes.completed(runs(naming(ValueType.of(Named.class))).answer(ticket, new Named("Ann")));

        RunClient<Notes, Node> newer = runs(naming(ValueType.of(Titled.class)));

        assertThat(Outcomes.completed(newer.answer(ticket, new Titled("Ann", Optional.empty()))))
                .hasToString("[Ann]");
        assertThrown(StaleAnswerException.class, () -> newer.answer(ticket, new Titled("Bob", Optional.empty())));
    }

    /** As a newer build has it. */
    record Titled(String name, Optional<String> title) {}

    private static TestGraph<Notes> naming(ValueType answer) {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, s -> s.to(FIRST).answeredBy(answer), given -> FIRST)
                .step(FIRST, s -> s.takes(answer).toEnd(), (notes, input, context) -> {
                    notes.add(input instanceof Named named ? named.name() : ((Titled) input).name());
                    return Transition.end();
                });
    }

    @Test
    void R4_a_crash_after_an_answer_was_taken_up_asks_no_more() {
        Ticket ticket = asked("one");
        console.answer(ticket.id(), APPROVED);
        Crash.after(fixture, 1, () -> fixture.runs(Graphs.review()).resume("one"));

        assertThat(fixture.stored("one").checkpoint().step()).isEqualTo("gated");
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString(PAID);
    }

    @Test
    void I8_an_answer_is_not_lost_to_a_start_in_its_thread_once_the_time_of_its_run_is_over() {
        RunClient<Notes, Node> chat = fixture.runner(builder -> builder.deadline(Duration.ofMinutes(1)))
                .client(Graphs.review(), new Object(), "chat");
        Ticket ticket = Outcomes.ticket(chat.run("one", Notes.of(), null));
        console.answer(ticket.id(), APPROVED);
        fixture.time.pass(Duration.ofMinutes(2));

        assertThatThrownBy(() -> chat.run("two", Notes.of(), null)).isInstanceOf(ThreadBusyException.class);
        assertThat(Outcomes.failed(chat.resume("one"), ErrorCode.DEADLINE_EXCEEDED)
                        .failure()
                        .step())
                .isEqualTo("gated");
    }

    @Test
    void R11_an_answer_whose_fate_is_unknown_is_sent_again() {
        Ticket ticket = asked("one");
        fixture.store.losingReplies("recordAnswer", 1);

        assertThatThrownBy(() -> console.answer(ticket.id(), APPROVED)).isInstanceOf(StoreUnavailableException.class);
        console.answer(ticket.id(), APPROVED);
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString(PAID);
    }

    @Test
    void R11_a_run_taken_up_in_a_write_of_unknown_fate_goes_on() {
        Ticket ticket = asked("one");
        console.answer(ticket.id(), APPROVED);
        fixture.store.losingReplies("acquireAnswered", 1);

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString(PAID);
        assertThat(log("one")).filteredOn(RunEvent.Resumed.class::isInstance).hasSize(1);
    }
}
