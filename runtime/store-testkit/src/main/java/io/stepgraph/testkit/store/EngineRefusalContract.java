package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.testkit.store.FlightAgent.Card;
import io.stepgraph.testkit.store.FlightAgent.Flight;
import io.stepgraph.testkit.store.FlightAgent.Friend;
import io.stepgraph.testkit.store.FlightAgent.Trip;
import io.stepgraph.testkit.store.FlightAgent.Work;
import io.stepgraph.testkit.store.FlightAgentGraph.Outcome;
import io.stepgraph.testkit.store.FlightAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that are refused by the step to which they lead. */
@Tag("I4")
interface EngineRefusalContract extends EngineFixture {
    Flight UNKNOWN = new Flight("99");

    /** Refuses the flight that no offer has. */
    Work CHECK = (trip, flight, context) -> {
        trip.lines.add("half");
        check(flight);
        trip.lines.remove("half");
    };

    private static void check(String flight) {
        if (flight.equals(UNKNOWN.number())) {
            throw new InvalidAnswerException("There is no flight 99.");
        }
    }

    private static Runs on(EngineProcess process, FlightAgent agent) {
        return FlightAgentGraph.of(agent).on(process.engine());
    }

    private Runs flights(FlightAgent agent) {
        return on(process(EngineSettings.DEFAULT), agent);
    }

    private static Outcome.Choose ask(Runs runs) {
        return choose(runs.run("one", new Trip()));
    }

    private static Outcome.Choose choose(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Choose.class);
        return (Outcome.Choose) outcome;
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    private static void assertRefused(Runs runs, Outcome.Choose asked) {
        assertThrown(InvalidAnswerException.class, () -> runs.answerChoose(asked, UNKNOWN), "There is no flight 99.");
    }

    @Test
    default void I4_a_step_refuses_an_answer_and_the_run_waits_with_its_question_again() {
        Runs runs = flights(FlightAgent.booking(CHECK));
        Outcome.Choose asked = ask(runs);

        assertRefused(runs, asked);

        assertThat(runs.outcome("one")).contains(asked);
        assertThat(runs.resume("one")).isEqualTo(asked);
        assertThat(runs.await("one")).isEqualTo(asked);
    }

    @Test
    default void I4_the_ticket_of_a_refused_answer_is_good_for_another_one() {
        Runs runs = flights(FlightAgent.booking(CHECK));
        Outcome.Choose asked = ask(runs);
        assertRefused(runs, asked);
        assertRefused(runs, asked);

        assertThat(lines(runs.answerChoose(asked, new Flight("12")))).containsExactly("asked", "booked 12");
        assertThat(lines(runs.answerChoose(asked, new Flight("12")))).containsExactly("asked", "booked 12");
        assertThrown(StaleAnswerException.class, () -> runs.answerChoose(asked, UNKNOWN));
    }

    @Test
    default void I4_an_answer_in_JSON_is_refused_by_the_step_too() {
        Runs runs = flights(FlightAgent.booking(CHECK));
        String ticket = ask(runs).ticket().id();

        assertThrown(
                InvalidAnswerException.class,
                () -> runs.answer(ticket, "{\"@type\":\"Flight\",\"number\":\"99\"}"),
                "There is no flight 99.");
        assertThat(lines(runs.answer(ticket, "{\"@type\":\"Flight\",\"number\":\"12\"}")))
                .containsExactly("asked", "booked 12");
    }

    @Test
    default void I4_whoever_executes_the_answer_of_another_caller_sees_the_question_again() {
        Runs runs = flights(FlightAgent.booking(CHECK));
        Outcome.Choose asked = ask(runs);

        runs.submitChoose(asked, UNKNOWN);

        assertThat(runs.resume("one")).isEqualTo(asked);
        assertThat(lines(runs.answerChoose(asked, new Flight("12")))).containsExactly("asked", "booked 12");
    }

    @Test
    default void I4_a_later_attempt_refuses_the_answer_too() {
        Runs runs = flights(FlightAgent.booking((trip, flight, context) -> {
            if (context.attempt() < 3) {
                throw new TransientException("busy");
            }
            check(flight);
        }));
        Outcome.Choose asked = ask(runs);

        assertRefused(runs, asked);
        assertThat(lines(runs.answerChoose(asked, new Flight("12")))).containsExactly("asked", "booked 12");
    }

    @Test
    default void I4_an_answer_is_refused_after_the_process_that_took_it_has_died() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        EngineProcess dying = process(EngineSettings.DEFAULT);
        Runs lost = on(dying, FlightAgent.booking((trip, flight, context) -> {
            inside.countDown();
            EngineFixture.uninterrupted(never);
        }));
        Outcome.Choose asked = ask(lost);
        begin(() -> lost.answerChoose(asked, UNKNOWN));
        inside.await();
        dying.die();
        pass(patience());

        Runs next = flights(FlightAgent.booking(CHECK));
        assertThat(next.resume("one")).isEqualTo(asked);
        never.countDown();
        assertThat(lines(next.answerChoose(asked, new Flight("12")))).containsExactly("asked", "booked 12");
    }

    @Test
    default void I4_after_an_effect_has_begun_the_exception_is_an_ordinary_failure() {
        AtomicBoolean isHeld = new AtomicBoolean();
        Runs runs = flights(FlightAgent.booking((trip, flight, context) -> {
            if (isHeld.compareAndSet(false, true)) {
                context.once("hold", flight, String.class).retryWithSameKey().call((key, held) -> "held");
                throw new TransientException("busy");
            }
            check(flight);
        }));

        assertThat(lines(runs.answerChoose(ask(runs), UNKNOWN)))
                .containsExactly("asked", "gave up: There is no flight 99.");
    }

    @Test
    default void I4_only_the_step_that_the_answer_leads_to_may_refuse_it() {
        Runs runs = flights(FlightAgent.ticketing((trip, nothing, context) -> check("99")));

        assertThat(lines(runs.answerChoose(ask(runs), new Flight("12"))))
                .containsExactly("asked", "booked 12", "gave up: There is no flight 99.");
    }

    @Test
    default void I4_a_question_behind_another_one_is_asked_again_with_what_it_was_given() {
        Runs runs = flights(FlightAgent.ticketing((trip, card, context) -> {
            if (card.equals("0")) {
                throw new InvalidAnswerException("This is no card.");
            }
        }));
        Outcome.Pay asked = (Outcome.Pay) runs.answerChoose(ask(runs), new Friend("bob"));

        assertThrown(InvalidAnswerException.class, () -> runs.answerPay(asked, new Card("0")), "This is no card.");

        assertThat(runs.outcome("one")).contains(asked);
        assertThat(lines(runs.answerPay(asked, new Card("7")))).containsExactly("asked", "charged 7");
    }

    @Test
    default void I4_the_log_says_why_an_answer_was_refused() {
        Runs runs = flights(FlightAgent.booking(CHECK));
        Outcome.Choose asked = ask(runs);
        assertRefused(runs.as(Actor.named("ann")), asked);
        runs.as(Actor.named("bob")).answerChoose(asked, new Flight("12"));

        List<RunEvent> told = new ArrayList<>();
        try (RunStream events = runs.events("one")) {
            events.forEach(event -> {
                if (event.event() instanceof RunEvent.Answered || event.event() instanceof RunEvent.AnswerRefused) {
                    told.add(event.event());
                }
            });
        }
        assertThat(told)
                .containsExactly(
                        new RunEvent.Answered("one", asked.ticket(), UNKNOWN, "ann", List.of()),
                        new RunEvent.AnswerRefused("one", asked.ticket(), "There is no flight 99."),
                        new RunEvent.Answered("one", asked.ticket(), new Flight("12"), "bob", List.of()));
    }
}
