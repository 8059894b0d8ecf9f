package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(
        start = "draft",
        roles = {Agent.LEAD, "reviewer", "nobody yet"})
final class Agent {
    static final String LEAD = "lead";

    @Step(next = "approve")
    void draft(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"confirm", "revise"})
    @AnsweredBy(role = LEAD)
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Interrupt(answer = Decision.class, next = {"look", "revise"})
    @GatedBy("approve")
    @AnsweredBy(role = {LEAD, "reviewer"}, notStarter = false, otherThan = "approve")
    Question confirm(Essay essay, Approved approved) {
        return new Question("Really?");
    }

    @Step(next = "sign")
    void look(Essay essay, Approved approved) {}

    @Interrupt(answer = Decision.class, next = {"keep", "revise"})
    @GatedBy(value = "confirm", answer = Approved.class)
    @AnsweredBy(otherThan = {"approve", "confirm"})
    Question sign(Essay essay) {
        return new Question("Sign?");
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}

    @Step(next = END)
    void revise(Essay essay, Rejected rejected) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
