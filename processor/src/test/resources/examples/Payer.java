package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
public final class Payer {
    public static final class Order { public int cents; public boolean paid; public boolean told; }

    public sealed interface Decision permits Approved, Rejected {}
    public record Approved(String budget) implements Decision {}
    public record Rejected() implements Decision {}

    @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
    String approve(Order order) { return "Pay " + order.cents + "?"; }

    @Step(next = "tell")
    @GatedBy("approve")
    void pay(Order order, Approved approval) { order.paid = true; }

    @Step(next = END)
    @GatedBy(value = "approve", answer = Approved.class) // it is not the step that takes the answer
    void tell(Order order) { order.told = true; }

    @Step(next = END)
    void refuse(Order order, Rejected rejection) {}
}
