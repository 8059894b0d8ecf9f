package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.testkit.store.AnswererAgent.No;
import io.stepgraph.testkit.store.AnswererAgent.Notes;
import io.stepgraph.testkit.store.AnswererAgent.Yes;

/** An older build of {@link AnswererAgent}, whose questions anybody may answer. */
@StepGraph(start = "approve", name = "engine-answerers")
final class OlderAnswererAgent {

    @Interrupt(
            answer = {Yes.class, No.class},
            next = {"done", "stop"})
    String approve(Notes notes) {
        return "Approve?";
    }

    @Step(next = END)
    void done(Notes notes, Yes yes) {
        notes.lines.add("done");
    }

    @Step(next = END)
    void stop(Notes notes, No no) {
        notes.lines.add("stopped");
    }
}
