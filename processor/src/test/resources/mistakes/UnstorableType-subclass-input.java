package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    LongNotes draft(Essay essay) {
        return new LongNotes();
    }

    @Step(next = END)
    void review(Essay essay, Notes notes) {}
}

final class Essay {
    public String text = "";
}

class Notes {
    public String text = "";
}

final class LongNotes extends Notes {
    public int pages = 2;
}
