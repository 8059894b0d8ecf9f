package exact;

import static exact.ExactGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;

/** A step for each way to take an answered question. */
@StepGraph(start = "approve", name = "exact")
final class Exact {
    record Case(String text) {}

    record Asked<T>(String text, @Action T action) {}

    record Refund(String order) {}

    sealed interface Decision permits Yes, No {}

    sealed interface Yes extends Decision permits Fully, Partly {}

    record Fully() implements Yes {}

    record Partly(@Action Refund refund, String why) implements Yes {}

    record No() implements Decision {}

    record Sure(String by) {}

    record Report(String text) {}

    @Interrupt(
            answer = Decision.class,
            next = {"second", "refuse"})
    Asked<Refund> approve(Case state) {
        return new Asked<>("Refund?", new Refund(state.text()));
    }

    @Interrupt(answer = Sure.class, next = "pay")
    @GatedBy(value = "approve", exactly = true)
    Asked<Refund> second(Answered<Asked<Refund>, Yes> first) {
        return first.question();
    }

    @Step(
            next = {"tell", END},
            effects = "refund")
    @GatedBy(value = "second", exactly = true)
    @SuppressWarnings("stepgraph:OpenGate") // it is only a name
    PayNext pay(Answered<Asked<Refund>, Sure> approval, StepContext<?> context) {
        return PayNext.tell(new Report(approval.question().action().order() + " by " + approval.answer().by()));
    }

    @Step(next = END)
    @GatedBy("approve")
    Report tell(Case state, Report paid, Answered<Asked<Refund>, Yes> approval) {
        return new Report(state.text() + ", " + paid.text() + ", " + approval.question().action().order());
    }

    @Step(next = END)
    Report refuse(Case state, No no) {
        return new Report("refused");
    }
}
