package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.testkit.store.OfferAgentGraph.PlanNext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks questions whose time is computed: from the state, and from what a step has handed over. */
@StepGraph(start = "plan", name = "engine-offers")
final class OfferAgent {

    /** The state: what the steps write down, and how long there is for an answer. */
    static final class Trade {
        public List<String> lines = new ArrayList<>();
        public Duration patience = Duration.ZERO;
        public @Nullable Instant until;

        static Trade within(Duration time) {
            Trade trade = new Trade();
            trade.patience = time;
            return trade;
        }

        static Trade until(Instant end) {
            Trade trade = new Trade();
            trade.until = end;
            return trade;
        }
    }

    record Offer(Instant until) {}

    @Step(next = {"ask", "offer"})
    PlanNext plan(Trade trade) {
        return trade.until == null ? PlanNext.ask() : PlanNext.offer(new Offer(trade.until));
    }

    @Interrupt(
            answer = String.class,
            next = {"take", "lapse"},
            expiresBy = "patience")
    String ask(Trade trade) {
        trade.lines.add("asked");
        return "What?";
    }

    /** Sees what the question has left. */
    Duration patience(Trade trade) {
        return trade.lines.contains("asked") ? trade.patience : Duration.ofDays(1);
    }

    @Interrupt(
            answer = String.class,
            next = {"take", "lapse"},
            expiresBy = "end")
    String offer(Trade trade, Offer offer) {
        return "How much?";
    }

    Instant end(Trade trade, Offer offer) {
        return offer.until();
    }

    @Step(next = END)
    void take(Trade trade, String answer) {
        if (answer.equals("nothing")) {
            throw new InvalidAnswerException("Nothing is no answer.");
        }
        trade.lines.add("took " + answer);
    }

    @Step(next = END)
    void lapse(Trade trade, Expired expired) {
        trade.lines.add("lapsed");
    }
}
