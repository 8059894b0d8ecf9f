package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}

record Essay(List<Voice> voices) {}

sealed interface Voice permits Mine, Theirs {}

sealed interface Mine extends Voice permits Mine.Yes {
    record Yes() implements Mine {}
}

sealed interface Theirs extends Voice permits Theirs.Yes {
    record Yes() implements Theirs {}
}
