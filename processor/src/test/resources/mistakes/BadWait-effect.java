package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "pause")
    void draft(Essay essay) {}

    @Wait(next = "review", length = "24h")
    void pause(Essay essay, StepContext<?> context) {
        context.once("mail", "a letter", String.class).call((key, letter) -> "sent");
    }

    @Step(next = END)
    void review(Essay essay) {}
}

final class Essay {
    public String text = "";
}
