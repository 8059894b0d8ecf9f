package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "check")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"look", "revise"})
    Question check(Essay essay) {
        return new Question("Read it?");
    }

    @Step(next = "approve")
    void look(Essay essay, Approved approved) {}

    @Interrupt(answer = Decision.class, next = {"confirm", "revise"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Interrupt(answer = Decision.class, next = {"sign", "revise"})
    @GatedBy("approve")
    Question confirm(Essay essay, Approved approved) {
        return new Question("Really?");
    }

    @Interrupt(answer = Decision.class, next = {"keep", "revise"})
    @GatedBy("confirm")
    @AnsweredBy(otherThan = {"approve", "confirm", "approve"})
    Question sign(Essay essay, Approved approved) {
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
