package app;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

/** An agent with a step, a question and an effect. */
@StepGraph(start = "assess")
public final class Refund {
    public static final class Claim {
        public int cents;
        public String receipt = "";
    }

    public record Question(String text) {}

    public sealed interface Verdict permits Granted, Refused {}

    public record Granted(String by) implements Verdict {}

    public record Refused(String why) implements Verdict {}

    public record Payment(int cents) {}

    @Step(next = "decide")
    void assess(Claim claim) {
        claim.cents = Math.min(claim.cents, 1250);
    }

    @Interrupt(
            answer = Verdict.class,
            next = {"pay", "decline"})
    Question decide(Claim claim) {
        return new Question("Refund " + claim.cents + "?");
    }

    @Step(next = END, effects = "pay")
    void pay(Claim claim, Granted granted, StepContext<?> context) {
        claim.receipt = context.once("pay", new Payment(claim.cents), String.class)
                .retryWithSameKey()
                .call((key, payment) -> payment.cents() + " for " + granted.by());
    }

    @Step(next = END)
    void decline(Claim claim, Refused refused) {
        claim.receipt = refused.why();
    }
}
