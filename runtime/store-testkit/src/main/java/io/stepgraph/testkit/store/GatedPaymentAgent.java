package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import java.util.function.BiConsumer;

/** Pays behind an answer, as a test says: what was approved, or something else. */
@StepGraph(start = "approve", name = "gated-payment")
record GatedPaymentAgent(
        BiConsumer<Answered<GatedPaymentAgent.Question, GatedPaymentAgent.Approved>, StepContext<?>> paying) {

    record Refund(int cents) {}

    /** Has the JSON of a {@link Refund}. */
    record Order(int cents) {}

    record Question(String text, @Action Refund action) {}

    record Approved() {}

    /** The state. */
    record Case() {}

    @Interrupt(answer = Approved.class, next = "pay")
    Question approve(Case asked) {
        return new Question("Pay 89?", new Refund(89));
    }

    @Step(next = END, effects = "refund")
    @GatedBy("approve")
    void pay(Case asked, Answered<Question, Approved> approval, StepContext<?> context) {
        paying.accept(approval, context);
    }
}
