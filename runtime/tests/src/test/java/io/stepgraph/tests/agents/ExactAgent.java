package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ApprovedOnce;
import io.stepgraph.runtime.StepContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Pays exactly what was approved. */
@StepGraph(start = "approve", name = "exact")
record ExactAgent(Bank bank) {

    sealed interface Order permits Payment, Nothing {}

    record Payment(int cents) implements Order {}

    record Nothing() implements Order {}

    record Question(String text, @Action Order action) {}

    record Approval() {}

    static final class Claim {
        public int cents = 89;
        public String receipt = "";
    }

    /** A bank that performs each key once, and outlives the processes. */
    static final class Bank {
        private final Map<String, String> performed = new ConcurrentHashMap<>();

        String pay(ApprovedOnce<Order> order) {
            return performed.computeIfAbsent(order.key(), key -> "paid " + ((Payment) order.request()).cents());
        }

        Map<String, Long> payments() {
            return performed.values().stream().collect(Collectors.groupingBy(paid -> paid, Collectors.counting()));
        }
    }

    @Interrupt(answer = Approval.class, next = "raise")
    Question approve(Claim claim) {
        return new Question("Pay " + claim.cents + "?", new Payment(claim.cents));
    }

    @Step(next = "pay")
    void raise(Claim claim, Approval approval) {
        claim.cents = 82_000;
    }

    @Step(next = "close", effects = "pay")
    @GatedBy(value = "approve", exactly = true)
    String pay(Answered<Question, Approval> approval, StepContext<?> context) {
        return context.once("pay", approval.part(Question::action), String.class)
                .retryWithSameKey()
                .perform(bank::pay);
    }

    @Step(next = END)
    void close(Claim claim, String receipt) {
        claim.receipt = receipt;
    }
}
