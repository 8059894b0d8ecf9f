package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;

@StepGraph(start = "serve")
final class Agent {
    @Interrupt(answer = Close.class, mailbox = true, next = {"close", "look"}, expires = "900ms")
    void serve(Essay essay) {}

    @Step(next = END)
    void close(Essay essay, Close close) {}

    @Step(next = "serve")
    void look(Essay essay, Expired expired) {}
}

final class Essay {
    public String text = "";
}

record Close() {}
