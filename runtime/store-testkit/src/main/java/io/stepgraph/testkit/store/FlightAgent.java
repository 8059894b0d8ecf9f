package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.util.ArrayList;
import java.util.List;

/** Offers flights, and asks how to pay for the one that is chosen. A test says what the steps after an answer do. */
@StepGraph(start = "choose", name = "engine-flights")
record FlightAgent(Work booking, Work ticketing) {
    private static final Work NOTHING = (trip, answer, context) -> {};

    /** The work of a step with the answer that it takes. */
    @FunctionalInterface
    interface Work {
        void on(Trip trip, String answer, StepContext<?> context) throws Exception;
    }

    /** The state: what the steps write down. */
    static final class Trip {
        public List<String> lines = new ArrayList<>();
    }

    record Offer(List<String> flights) {}

    record Flight(String number) {}

    record Friend(String name) {}

    record Bill(String to, int cents) {}

    record Card(String number) {}

    static FlightAgent booking(Work work) {
        return new FlightAgent(work, NOTHING);
    }

    static FlightAgent ticketing(Work work) {
        return new FlightAgent(NOTHING, work);
    }

    @Interrupt(
            answer = {Flight.class, Friend.class},
            next = {"book", "pay"})
    Offer choose(Trip trip) {
        trip.lines.add("asked");
        return new Offer(List.of("11", "12"));
    }

    @Step(next = "issue", onFailure = "giveUp")
    @GatedBy("choose")
    @Retry(attempts = 3, backoff = "10ms", jitter = 0)
    void book(Trip trip, Flight flight, StepContext<?> context) throws Exception {
        booking.on(trip, flight.number(), context);
        trip.lines.add("booked " + flight.number());
    }

    @Step(next = END, onFailure = "giveUp")
    void issue(Trip trip, StepContext<?> context) throws Exception {
        ticketing.on(trip, "", context);
    }

    @Interrupt(answer = Card.class, next = "charge")
    Bill pay(Trip trip, Friend friend) {
        return new Bill(friend.name(), 100);
    }

    @Step(next = END)
    void charge(Trip trip, Card card, StepContext<?> context) throws Exception {
        ticketing.on(trip, card.number(), context);
        trip.lines.add("charged " + card.number());
    }

    @Step(next = END)
    void giveUp(Trip trip, StepFailure<?> failure) {
        trip.lines.add("gave up: " + failure.message());
    }
}
