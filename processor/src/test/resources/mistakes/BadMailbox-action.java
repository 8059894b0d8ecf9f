package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "serve")
final class Agent {
    @Interrupt(answer = Close.class, mailbox = true, next = "close")
    void serve(Essay essay) {}

    @Step(next = END)
    void close(Essay essay, Close close) {}
}

final class Essay {
    public String text = "";
}

record Close(@Action Refund refund) {}

record Refund(int cents) {}
