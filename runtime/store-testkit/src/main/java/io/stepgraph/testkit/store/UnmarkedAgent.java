package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import java.util.function.BiConsumer;

/** Asks without a mark, so that the question as a whole is what is approved. A test says what is performed. */
@StepGraph(start = "approve", name = "engine-unmarked")
record UnmarkedAgent(Paying paying) {

    record Order(Refund refund, int limit) {}

    record Refund(int cents) {}

    record Approved() {}

    /** The state. */
    record Case() {}

    /** The work of the step. */
    interface Paying extends BiConsumer<Answered<Order, Approved>, StepContext<?>> {}

    @Interrupt(answer = Approved.class, next = "pay")
    Order approve(Case asked) {
        return new Order(new Refund(100), 50_000);
    }

    @Step(next = END, effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    void pay(Answered<Order, Approved> approval, StepContext<?> context) {
        paying.accept(approval, context);
    }
}
