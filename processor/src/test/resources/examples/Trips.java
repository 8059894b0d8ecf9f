package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "pay")
public final class Trips {
    public static final class Trip { public int cents; public String receipt; public String note; }

    interface Bank { String pay(String key, int cents); }
    interface Mails { void send(String text); }

    private final Bank bank;
    private final Mails mails;

    Trips(Bank bank, Mails mails) {
        this.bank = bank;
        this.mails = mails;
    }

    @Step(next = "mail", onFailure = "clarify", inDoubt = true, effects = "pay")
    @Retry(attempts = 3)
    void pay(Trip trip, StepContext<?> context) {
        trip.receipt = context.once("pay", trip.cents, String.class)
                .retryWithSameKey()
                .call((key, cents) -> bank.pay(key, cents));
    }

    @Step(next = "mail")
    void clarify(Trip trip, StepFailure<?> failure) {
        trip.note = failure.effectsInDoubt().isEmpty() ? "Not paid." : "We are asking the bank.";
    }

    @Step(next = END)
    void mail(Trip trip) { mails.send(trip.note == null ? "Paid: " + trip.receipt : trip.note); }
}
