package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.runtime.Expired;
import io.stepgraph.tests.agents.CookingAgentGraph.ServeNext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Waits until it is time to cook, and asks for as long as the guest is patient. */
@StepGraph(start = "untilItIsTime", name = "cooking")
final class CookingAgent {
    private final Clock clock;

    CookingAgent(Clock clock) {
        this.clock = clock;
    }

    /** What is cooked, when, and how long the guest waits. */
    static final class Order {
        public Instant cookAt = Instant.parse("2026-01-31T00:00:00Z");
        public Duration patience = Duration.ofHours(2);
        public String end = "";
    }

    record Praise(String text) {}

    @Wait(next = "taste")
    Instant untilItIsTime(Order order) {
        return order.cookAt;
    }

    @Interrupt(
            answer = Praise.class,
            next = {"serve", "warm"},
            expiresBy = "patience")
    String taste(Order order) {
        return "Is it good?";
    }

    Duration patience(Order order) {
        return order.patience;
    }

    @Step(next = {END, FAIL})
    ServeNext serve(Order order, Praise praise) {
        order.end = praise.text;
        return praise.text.isEmpty() ? ServeNext.fail("Nobody likes it.") : ServeNext.end();
    }

    @Step(next = END)
    void warm(Order order, Expired expired) {
        order.end = "warmed at " + clock.instant();
    }
}
