package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.concurrent.CompletableFuture;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    CompletableFuture<String> draft(Essay essay) {
        return CompletableFuture.completedFuture(essay.text);
    }

    @Step(next = END)
    void review(Essay essay, CompletableFuture<String> draft) {}
}

final class Essay {
    public String text = "";
}
