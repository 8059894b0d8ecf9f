package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"approve", "redo"}, onFailure = "mend")
    DraftNext draft(Essay essay, StepContext<Token> context) {
        return DraftNext.approve();
    }

    @Interrupt(answer = {Decision.class, Vote.class}, next = {"revise", "count", "note"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = "pay")
    void revise(Essay essay, Rejected rejected) {}

    @Step(next = END)
    @GatedBy("approve")
    String pay(Essay essay, Approved approved) {
        return "paid";
    }

    @Step(next = END)
    void count(Essay essay, Vote vote) {}

    @Step(next = "round")
    void redo(Essay essay) {}

    @Step(next = "redo")
    @MaxVisits(times = -1, then = "count")
    void round(Essay essay) {}

    @Step(next = "draft")
    Essay note(Essay essay, StepContext<String> context) {
        return essay;
    }

    @Step(next = END)
    void mend(Essay essay, String failure) {}

    @Step(next = "alsoLost")
    void lost(Essay essay) {}

    @Step(next = "lost")
    void alsoLost(Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}

record Token() {}

enum Vote {
    YES,
    NO
}
