package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "pause")
    void draft(Essay essay) {}

    @Wait(next = "review", length = "24h")
    @Retry(attempts = 3)
    void pause(Essay essay) {}

    @Step(next = END)
    void review(Essay essay) {}
}

final class Essay {
    public String text = "";
}
