package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.testkit.store.ActionAgent.Approved;
import io.stepgraph.testkit.store.ActionAgent.Case;
import io.stepgraph.testkit.store.ActionAgent.Credit;
import io.stepgraph.testkit.store.ActionAgent.Receipt;
import java.util.List;

/** Performs two actions, each in a task, and hears which one is in doubt. */
@StepGraph(start = "approve", name = "doubtful")
record DoubtfulActionAgent(List<String> doubts) {

    record Question(@Action List<Credit> credits) {}

    @Interrupt(answer = Approved.class, next = "pay")
    Question approve(Case asked) {
        return new Question(List.of(new Credit("order-1", 5), new Credit("order-2", 5)));
    }

    @Step(next = END, onFailure = "clarify", inDoubt = true, effects = "refund")
    @GatedBy("approve")
    void pay(Case asked, Answered<Question, Approved> approval, StepContext<?> context) throws InterruptedException {
        context.together(approval.question().credits(), 1, credit -> {
            try {
                return context.once("refund", approval.part(question -> credit), Receipt.class)
                        .call((key, action) -> {
                            if (action.order().equals("order-1")) {
                                throw new TransientException("silent");
                            }
                            return new Receipt(1);
                        });
            } catch (TransientException silent) {
                return new Receipt(0);
            }
        });
        throw new IllegalStateException("Find out.");
    }

    @Step(next = END)
    void clarify(Case asked, StepFailure<?> failure) {
        failure.effectsInDoubt().forEach(doubt -> doubts.add(doubt.request()));
    }
}
