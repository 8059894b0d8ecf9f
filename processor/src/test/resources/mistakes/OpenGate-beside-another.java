package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(
            answer = {Decision.class, Comment.class},
            next = {"pay", "reply"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    @GatedBy(value = "approve", answer = Decision.class)
    void pay(Essay essay, Decision decision) {}

    @Step(next = END)
    void reply(Essay essay, Comment comment) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Decision(Vote vote) {}

record Comment(String text) {}

enum Vote {
    YES,
    NO
}
