package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Pays, and asks the bank whether it has paid if it does not know. */
@StepGraph(start = "pay", name = "asking")
final class AskingAgent {

    /** A bank. One that is out of order pays, and tells nobody. */
    static final class Bank {
        private final Map<String, String> paid = new ConcurrentHashMap<>();
        private final boolean isBroken;

        Bank(boolean isBroken) {
            this.isBroken = isBroken;
        }

        String pay(String key, int cents) throws IOException {
            paid.put(key, "paid " + cents);
            if (isBroken) {
                throw new IOException("connection reset");
            }
            return paid.get(key);
        }

        Optional<String> find(String key) throws IOException {
            if (isBroken) {
                throw new IOException("connection refused");
            }
            return Optional.ofNullable(paid.get(key));
        }

        int payments() {
            return paid.size();
        }
    }

    static final class Trip {
        public String receipt = "";
    }

    private final Bank bank;

    AskingAgent(Bank bank) {
        this.bank = bank;
    }

    @Step(next = END, onFailure = "giveUp")
    void pay(Trip trip, StepContext<?> context) throws IOException {
        trip.receipt = context.once("pay", 9900, String.class)
                .callTimeout(Duration.ofDays(300))
                .reconcile(bank::find)
                .call(bank::pay);
    }

    @Step(next = END)
    void giveUp(Trip trip, StepFailure<?> failure) {
        trip.receipt = "not paid";
    }
}
