package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
    Question approve(Order order) {
        return new Question("Pay?");
    }

    @Step(next = END)
    @GatedBy("approve")
    void pay(Order order, Approved approved) {
        order.paid += approved.cents();
        close(order);
    }

    @Step(next = END)
    void refuse(Order order, Rejected rejected) {
        close(order);
    }

    private static void close(Order order) {
        order.open = false;
    }
}

final class Order {
    public int paid;
    public boolean open = true;
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved(int cents) implements Decision {}

record Rejected() implements Decision {}
