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
import java.util.Set;

/** Pays what two persons have approved, of whom the second may write an action of its own. */
@StepGraph(start = "approve", name = "twice-approved")
record TwiceApprovedAgent(Set<String> orders, List<TwiceApprovedAgent.Refund> paid) {

    record Refund(Set<String> orders) {}

    record Question(Set<String> words, @Action Refund action) {}

    record Approved() {}

    record Edited(@Action Refund action) {}

    /** The state. */
    record Case() {}

    @Interrupt(answer = Approved.class, next = "confirm")
    Question approve(Case asked) {
        return new Question(orders, new Refund(orders));
    }

    @Interrupt(answer = Edited.class, next = "pay")
    @GatedBy(value = "approve", exactly = true)
    Question confirm(Answered<Question, Approved> first) {
        return first.question();
    }

    @Step(next = END, effects = "refund")
    @GatedBy(value = "confirm", exactly = true)
    void pay(Answered<Question, Edited> second, StepContext<?> context) {
        context.once("refund", second.part(Question::action), Boolean.class)
                .perform(refund -> paid.add(refund.request()));
    }

    /** An earlier build, which asks the second person about something else. */
    @StepGraph(start = "approve", name = "twice-approved")
    record Older(Set<String> orders) {

        @Interrupt(answer = Approved.class, next = "confirm")
        Question approve(Case asked) {
            return new Question(orders, new Refund(orders));
        }

        @Interrupt(answer = Edited.class, next = "pay")
        @GatedBy("approve")
        Question confirm(Case asked, Answered<Question, Approved> first) {
            return new Question(first.question().words(), new Refund(Set.of("ninety")));
        }

        @Step(next = END)
        @GatedBy("confirm")
        void pay(Case asked, Edited edited) {}
    }
}
