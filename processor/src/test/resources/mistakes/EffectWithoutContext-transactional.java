package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "book")
final class Agent {
    @Step(next = END, effects = "mail", transactional = true)
    void book(Order order) {}
}

final class Order {
    public int cents;
}
