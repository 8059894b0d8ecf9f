package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Decision;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Question;
import io.stepgraph.testkit.store.ContractAgent.Rejected;

/** A newer build of {@link ContractAgent}, which acts on an approval only. */
@StepGraph(start = "prepare", name = "engine-contract")
final class GatedContractAgent {

    @Step(next = "decide")
    void prepare(Notes notes) {
        notes.lines.add("prepared");
    }

    @Interrupt(
            answer = Decision.class,
            next = {"agree", "shelve"})
    Question decide(Notes notes) {
        return new Question("Act after " + notes.lines + "?");
    }

    @Step(next = "act")
    void agree(Notes notes, Approved approval) {
        notes.lines.add("approved by " + approval.by());
    }

    @Step(next = END)
    @GatedBy(value = "decide", answer = Approved.class)
    void act(Notes notes) {
        notes.lines.add("acted");
    }

    @Step(next = END)
    void shelve(Notes notes, Rejected rejection) {
        notes.lines.add("shelved: " + rejection.why());
    }
}
