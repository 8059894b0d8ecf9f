package io.stepgraph.tests.agents;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;
import static io.stepgraph.tests.agents.TripAgentGraph.*;

import io.stepgraph.Call;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls an agent that pays and one whose own agent asks, and then one for each bill. */
@StepGraph(start = "gather", name = "trip")
record TripAgent(Payer payer, Desk desk) {

    /** A bank that takes each key once, and outlives the processes. */
    static final class Bank {
        private final Map<String, Integer> paid = new ConcurrentHashMap<>();
        private int calls;

        synchronized String pay(String key, int cents) {
            calls++;
            paid.merge(key, cents, Integer::sum);
            return "paid " + cents;
        }

        List<Integer> payments() {
            return paid.values().stream().sorted().toList();
        }

        synchronized int calls() {
            return calls;
        }
    }

    /** The state. */
    static final class Trip {
        public List<String> lines = new ArrayList<>();
    }

    static final class Bill {
        public int cents;

        static Bill of(int cents) {
            Bill bill = new Bill();
            bill.cents = cents;
            return bill;
        }
    }

    /** Pays once, in its mode. */
    @StepGraph(start = "pay", name = "payer")
    record Payer(Bank bank, boolean isCareful) {
        @Step(next = END)
        @RequiresMode(ACCEPT_EDITS)
        String pay(Bill bill, StepContext<?> context) {
            return isCareful
                    ? context.once("pay", bill.cents, String.class).call(bank::pay)
                    : bank.pay("bill " + bill.cents, bill.cents);
        }
    }

    /** Calls a clerk. */
    @StepGraph(start = "ask", name = "desk")
    record Desk(Clerk clerk) {
        @Call(agents = "clerk", next = "note")
        Bill ask(Bill bill) {
            return bill;
        }

        @Step(next = END)
        String note(Bill bill, String answer) {
            return "the clerk said " + answer;
        }
    }

    /** Asks a person. */
    @StepGraph(start = "question", name = "clerk")
    static final class Clerk {
        record Reply(String text) {}

        @Interrupt(answer = Reply.class, next = "close")
        String question(Bill bill) {
            return "Is " + bill.cents + " right?";
        }

        @Step(next = END)
        String close(Bill bill, Reply reply) {
            return reply.text();
        }
    }

    @Call(
            agents = {"payer", "desk"},
            next = "each")
    GatherStarts gather(Trip trip) {
        return new GatherStarts(Bill.of(100), Bill.of(200));
    }

    @Call(agents = "payer", next = "total")
    List<Bill> each(Trip trip, GatherResults results) {
        trip.lines.add(results.payer() + ", " + results.desk());
        return List.of(Bill.of(1), Bill.of(2));
    }

    @Step(next = END)
    void total(Trip trip, List<String> paid) {
        trip.lines.addAll(paid);
    }
}
