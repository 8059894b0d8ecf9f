package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import java.time.Instant;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "pause")
    void draft(Essay essay) {}

    @Wait(next = "review", length = "24h")
    Instant pause(Essay essay) {
        return Instant.parse("2030-01-01T00:00:00Z");
    }

    @Step(next = END)
    void review(Essay essay) {}
}

final class Essay {
    public String text = "";
}
