package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import java.time.Instant;

/** Sleeps until a trial ends, unless the customer buys before, or gets more time. */
@StepGraph(start = "trial", name = "trial")
final class TrialAgent {
    static final class Customer {
        public Instant end = Instant.EPOCH;
        public String letter = "";

        static Customer until(Instant end) {
            Customer customer = new Customer();
            customer.end = end;
            return customer;
        }
    }

    sealed interface Change permits Bought, Prolonged {}

    record Bought() implements Change {}

    record Prolonged(Instant end) implements Change {}

    @Interrupt(
            answer = Change.class,
            mailbox = true,
            next = {"thank", "prolong", "remind"},
            expiresBy = "end")
    void trial(Customer customer) {}

    Instant end(Customer customer) {
        return customer.end;
    }

    @Step(next = END)
    void thank(Customer customer, Bought bought) {
        customer.letter = "Thank you.";
    }

    @Step(next = "trial")
    void prolong(Customer customer, Prolonged prolonged) {
        customer.end = prolonged.end();
    }

    @Step(next = END)
    void remind(Customer customer, Expired expired) {
        customer.letter = "Your trial is over.";
    }
}
