package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(List<Agent.Message> messages) {}

    abstract static sealed class Message permits Note {
        public String text = "";
    }

    static final class Note extends Message {}
}
