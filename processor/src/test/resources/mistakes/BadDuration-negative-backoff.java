package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    @Retry(attempts = 2, backoff = "-200ms")
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
