package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(Essay essay) {
        essay.words = essay.text.split(" ").length;
    }

    @Step(next = END)
    void review(Essay essay) {
        essay.text = essay.text + essay.words;
    }
}

final class Essay {
    public String text = "";
    public int words;
}
