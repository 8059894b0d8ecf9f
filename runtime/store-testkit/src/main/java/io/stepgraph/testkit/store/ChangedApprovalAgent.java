package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.ApprovalAgent.Case;
import io.stepgraph.testkit.store.ApprovalAgent.Noted;
import java.util.List;

/** A newer build of {@link ApprovalAgent}, which cannot read the questions of the older one. */
@StepGraph(start = "approve", name = "engine-approval")
final class ChangedApprovalAgent {

    record Refund(String order, List<Integer> cents) {}

    record Question(String text, @Action Refund action) {}

    @Interrupt(answer = Noted.class, next = "pay")
    Question approve(Case asked) {
        return new Question("Pay back " + asked.cents + "?", new Refund(asked.order, List.of(asked.cents)));
    }

    @Step(next = END)
    @GatedBy(value = "approve", exactly = true)
    @SuppressWarnings("stepgraph:OpenGate") // the tests approve only
    void pay(Answered<Question, Noted> approval, StepContext<?> context) {
        context.once("refund", approval.part(Question::action), String.class).perform(refund -> "paid");
    }
}
