package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "serve")
final class Agent {
    @Interrupt(answer = Draft.class, mailbox = true, next = "approve")
    void serve(Essay essay) {}

    @Interrupt(answer = Approved.class, next = "publish")
    @AnsweredBy(otherThan = "serve")
    Question approve(Essay essay, Draft draft) {
        return new Question(draft.text());
    }

    @Step(next = END)
    void publish(Essay essay, Approved approved) {}
}

final class Essay {
    public String text = "";
}

record Draft(String text) {}

record Approved() {}

record Question(String text) {}
