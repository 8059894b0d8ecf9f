package report;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;

/** Starts with a state and an input. */
@StepGraph(start = "summarise")
public final class Summariser {

    public record Work(String text) {}

    @Step(next = END)
    List<String> summarise(Work work, int words) {
        return List.of(work.text());
    }
}
