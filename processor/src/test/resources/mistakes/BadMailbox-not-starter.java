package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "serve", roles = "editor")
final class Agent {
    @Interrupt(answer = Close.class, mailbox = true, next = "close")
    @AnsweredBy(role = "editor", notStarter = true)
    void serve(Essay essay) {}

    @Step(next = END)
    void close(Essay essay, Close close) {}
}

final class Essay {
    public String text = "";
}

record Close() {}
