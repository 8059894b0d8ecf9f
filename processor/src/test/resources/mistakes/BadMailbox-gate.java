package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;

@StepGraph(start = "serve")
final class Agent {
    @Interrupt(answer = Close.class, mailbox = true, next = "close")
    void serve(Essay essay) {}

    @Step(next = END)
    @GatedBy("serve")
    void close(Essay essay, Answered<Void, Close> close) {}
}

final class Essay {
    public String text = "";
}

record Close() {}
