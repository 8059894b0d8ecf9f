package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.ArrayList;
import java.util.List;

/** Asks a reviewer, who has not started the run, then a lead, who is another person, and in doubt a third one. */
@StepGraph(
        start = "approve",
        name = "engine-answerers",
        roles = {"reviewer", "lead"})
final class AnswererAgent {

    record Yes() {}

    record No() {}

    record Unsure() {}

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
            answer = {Yes.class, No.class, Unsure.class},
            next = {"done", "again", "sign"})
    @GatedBy("approve")
    @AnsweredBy(role = "lead", otherThan = "approve")
    String confirm(Notes notes, Yes first) {
        return "Confirm?";
    }

    @Interrupt(
            answer = {Yes.class, No.class},
            next = {"done", "again"})
    @GatedBy("confirm")
    @AnsweredBy(otherThan = {"approve", "confirm"})
    String sign(Notes notes, Unsure second) {
        return "Sign?";
    }

    @Step(next = END)
    void done(Notes notes, Yes last) {
        notes.lines.add("done");
    }

    @Step(next = "approve")
    void again(Notes notes, No last) {
        notes.lines.add("asked again");
    }

    @Step(next = END)
    void stop(Notes notes, No first) {
        notes.lines.add("stopped");
    }
}
