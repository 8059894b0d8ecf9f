package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Ends with a result, or fails. */
@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"print", END, FAIL})
    DraftNext draft(Essay essay) {
        return switch (essay.text) {
            case "" -> DraftNext.fail("No text.").with(essay);
            case "short" -> DraftNext.end(new Report(1));
            default -> DraftNext.print();
        };
    }

    @Step(next = END)
    Report print(Essay essay) {
        return new Report(essay.text.length());
    }
}

record Report(int pages) {}

final class Essay {
    public String text = "";
}
