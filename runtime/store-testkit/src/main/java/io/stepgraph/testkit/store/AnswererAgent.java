package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.ArrayList;
import java.util.List;

/** Asks a reviewer, who has not started the run, and then a lead, who is another person. */
@StepGraph(
        start = "approve",
        name = "engine-answerers",
        roles = {"reviewer", "lead"})
final class AnswererAgent {

    record Yes() {}

    record No() {}

    static final class Notes {
        public List<String> lines = new ArrayList<>();
    }

    @Interrupt(
            answer = {Yes.class, No.class},
            next = {"confirm", "stop"})
    @AnsweredBy(role = "reviewer", notStarter = true)
    String approve(Notes notes) {
        return "Approve?";
    }

    @Interrupt(
            answer = {Yes.class, No.class},
            next = {"done", "again"})
    @GatedBy("approve")
    @AnsweredBy(role = "lead", otherThan = "approve")
    String confirm(Notes notes, Yes first) {
        return "Confirm?";
    }

    @Step(next = END)
    void done(Notes notes, Yes second) {
        notes.lines.add("done");
    }

    @Step(next = "approve")
    void again(Notes notes, No second) {
        notes.lines.add("asked again");
    }

    @Step(next = END)
    void stop(Notes notes, No first) {
        notes.lines.add("stopped");
    }
}
