package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ApprovedOnce;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "approve")
public final class Approvals {
    private final Payments payments;

    public Approvals(Payments payments) {
        this.payments = payments;
    }

    @Interrupt(answer = Decision.class, next = {"pay", "reject"})
    Question approve(Case c) {
        return new Question("Pay back " + c.cents + "?", new Refund(c.order, c.cents));
    }

    public record Question(String text, @Action Refund action) {}

    @Step(next = END, effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    Receipt pay(Answered<Question, Approved> approval, StepContext<?> context) {
        return context.once("refund", approval.part(Question::action), Receipt.class)
                .retryWithSameKey()
                .perform(payments::pay);
    }

    @Step(next = END)
    Receipt reject(Case c, Rejected rejection) {
        return new Receipt("none");
    }

    public static final class Case {
        public String order = "";
        public int cents;
    }

    public record Refund(String order, int cents) {}

    public record Receipt(String id) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved() implements Decision {}

    public record Rejected() implements Decision {}

    public interface Payments {
        Receipt pay(ApprovedOnce<Refund> refund);
    }
}
