package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    LongEssay draft(Essay essay) {
        return new LongEssay();
    }

    @Step(next = END)
    void review(Essay essay) {}
}

sealed class Essay permits LongEssay {
    public String text = "";
}

final class LongEssay extends Essay {
    public int pages = 2;
}
