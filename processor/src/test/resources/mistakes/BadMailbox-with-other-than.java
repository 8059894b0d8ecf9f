package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Approved.class, next = "serve")
    Question approve(Essay essay) {
        return new Question(essay.text);
    }

    @Interrupt(answer = Close.class, mailbox = true, next = "close")
    @AnsweredBy(otherThan = "approve")
    void serve(Essay essay, Approved approved) {}

    @Step(next = END)
    void close(Essay essay, Close close) {}
}

final class Essay {
    public String text = "";
}

record Approved() {}

record Close() {}

record Question(String text) {}
