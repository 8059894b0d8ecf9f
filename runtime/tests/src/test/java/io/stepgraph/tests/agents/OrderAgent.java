package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.PermissionMode;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

/** An agent that waits for an answer and then for a mode. A test says what its first and its last step do. */
@StepGraph(start = "take", name = "orders")
public final class OrderAgent {
    private final Work take;
    private final Work ship;

    public OrderAgent(Work take, Work ship) {
        this.take = take;
        this.ship = ship;
    }

    /** What a step does. */
    @FunctionalInterface
    public interface Work {
        void on(Order order, StepContext<?> context) throws Exception;
    }

    public static final class Order {
        public String article = "";

        /** An order. */
        public static Order of(String article) {
            Order order = new Order();
            order.article = article;
            return order;
        }
    }

    public record Question(String article) {}

    public record Approval(boolean isGiven) {}

    @Step(next = "approve", transactional = true)
    void take(Order order, StepContext<?> context) throws Exception {
        take.on(order, context);
    }

    @Interrupt(answer = Approval.class, next = "ship")
    Question approve(Order order) {
        return new Question(order.article);
    }

    @Step(next = END)
    @RequiresMode(PermissionMode.ACCEPT_EDITS)
    void ship(Order order, Approval approval, StepContext<?> context) throws Exception {
        ship.on(order, context);
    }
}
