package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Once;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.testkit.store.ApprovalAgentGraph.SettleNext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Pays back exactly what was approved. A test says what the run does between the answer and the payment, and how it
 * pays.
 */
@StepGraph(start = "propose", name = "engine-approval")
record ApprovalAgent(Consumer<Case> between, Paying paying, Bank bank) {

    record Refund(String order, int cents) {}

    record Question(String text, @Action Refund action) {}

    sealed interface Decision permits Yes, Large, Rejected {}

    /** The answers that open the gate. */
    sealed interface Yes extends Decision permits Approved, Noted {}

    /** Leads to the payment. */
    record Approved() implements Yes {}

    /** Leads to the payment by two steps, which may change the case. */
    record Noted(String note) implements Yes {}

    /** Leads to a second person. */
    record Large() implements Decision {}

    /** The answer of the second person. */
    record Confirmed() {}

    record Rejected(String why) implements Decision {}

    record Receipt(String id) {}

    /** The state. */
    static final class Case {
        public String order = "order-1";
        public int cents = 89;
        public int rounds = 1;
        public List<String> receipts = new ArrayList<>();

        static Case of(int cents) {
            Case asked = new Case();
            asked.cents = cents;
            return asked;
        }
    }

    /** The way in which the step pays. */
    interface Paying {
        Receipt pay(Answered<Question, Yes> approval, StepContext<?> context);
    }

    /** Pays what it is asked for, once for each key. */
    static final class Bank {
        final List<Integer> paid = new CopyOnWriteArrayList<>();
        private final Map<String, Receipt> performed = new ConcurrentHashMap<>();

        Receipt pay(Once<Refund> refund) {
            return performed.computeIfAbsent(refund.key(), key -> {
                int cents = refund.request().cents();
                paid.add(cents);
                return new Receipt("paid " + cents);
            });
        }

        Receipt approved(Answered<Question, ?> approval, StepContext<?> context) {
            return context.once("refund", approval.part(Question::action), Receipt.class)
                    .retryWithSameKey()
                    .perform(this::pay);
        }
    }

    @Step(next = "approve")
    void propose(Case asked) {}

    @Interrupt(
            answer = Decision.class,
            next = {"note", "pay", "confirm", "reject"})
    Question approve(Case asked) {
        return new Question("Pay back " + asked.cents + "?", new Refund(asked.order, asked.cents));
    }

    @Step(next = "check")
    void note(Case asked, Noted noted) {
        between.accept(asked);
    }

    @Step(next = "pay")
    void check(Case asked) {}

    @Step(next = "settle", effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    @Retry(attempts = 3, on = TransientException.class, backoff = "1ms")
    Receipt pay(Answered<Question, Yes> approval, StepContext<?> context) {
        return paying.pay(approval, context);
    }

    @Interrupt(
            answer = {Confirmed.class, Rejected.class},
            next = {"payLarge", "reject"})
    @GatedBy(value = "approve", exactly = true)
    Question confirm(Answered<Question, Large> first) {
        return first.question();
    }

    @Step(next = "settle", effects = "refund")
    @GatedBy(value = "confirm", exactly = true)
    Receipt payLarge(Answered<Question, Confirmed> confirmation, StepContext<?> context) {
        return bank.approved(confirmation, context);
    }

    @Step(next = {"approve", END})
    SettleNext settle(Case asked, Receipt receipt) {
        asked.receipts.add(receipt.id());
        asked.rounds--;
        asked.cents += 10;
        return asked.rounds == 0 ? SettleNext.end() : SettleNext.approve();
    }

    @Step(next = END)
    void reject(Case asked, Rejected rejection) {
        asked.receipts.add("rejected: " + rejection.why());
    }
}
