package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.testkit.store.UndoingAgentGraph.*;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** An agent that undoes a hold when it cannot pay: only if it knows that it has not paid, or whatever it knows. */
@StepGraph(start = "hold", name = "engine-undo")
record UndoingAgent(Paying bank, UnaryOperator<Effect<UndoingAgent.Payment, String>> policy) {

    /** The call of the bank. */
    @FunctionalInterface
    interface Paying {
        String pay(String key, int attempt) throws Exception;
    }

    record Payment(String hold, List<String> items) {}

    static final class Trip {
        public boolean handlesDoubt;
        public List<String> lines = new ArrayList<>();

        static Trip of(boolean handlesDoubt) {
            Trip trip = new Trip();
            trip.handlesDoubt = handlesDoubt;
            return trip;
        }
    }

    @Step(next = {"pay", "payAnyhow"})
    HoldNext hold(Trip trip) {
        Payment payment = new Payment("seat 7", List.of("seat"));
        return trip.handlesDoubt ? HoldNext.payAnyhow(payment) : HoldNext.pay(payment);
    }

    @Step(next = END, onFailure = "release")
    @Retry(attempts = 2, backoff = "1ms", jitter = 0)
    void pay(Trip trip, Payment payment, StepContext<?> context) throws Exception {
        perform(trip, payment, context);
    }

    @Step(next = END, onFailure = "release", inDoubt = true)
    @Retry(attempts = 2, backoff = "1ms", jitter = 0)
    void payAnyhow(Trip trip, Payment payment, StepContext<?> context) throws Exception {
        perform(trip, payment, context);
    }

    private void perform(Trip trip, Payment payment, StepContext<?> context) throws Exception {
        trip.lines.add("lost with the attempt, or paid");
        String receipt = policy.apply(context.once("pay", payment, String.class))
                .call((key, request) -> bank.pay(key, context.attempt()));
        trip.lines.add(receipt);
    }

    @Step(next = END)
    void release(Trip trip, StepFailure<Payment> failure) {
        trip.lines.add(
                "released " + failure.input().hold() + " of " + failure.input().items());
        failure.effectsInDoubt().forEach(doubt -> trip.lines.add("in doubt: " + doubt.name() + " " + doubt.request()));
    }
}
