package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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

    /** A newer build, whose question has one component more. */
    @StepGraph(start = "approve", name = "gated-payment")
    record Grown(List<Object> paid) {

        record More(
                String text,
                @Action Refund action,
                @Nullable String hint) {}

        @Interrupt(answer = Approved.class, next = "pay")
        More approve(Case asked) {
            return new More("Pay 89?", new Refund(89), "now");
        }

        @Step(next = END, effects = "refund")
        @GatedBy(value = "approve", exactly = true)
        void pay(Answered<More, Approved> approval, StepContext<?> context) {
            context.once("refund", approval.part(More::action), Boolean.class)
                    .perform(refund -> paid.add(refund.request()));
        }
    }
}
