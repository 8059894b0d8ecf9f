package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"working"})
    Working draft(Phase phase) {
        return new Working(1);
    }

    @Step(next = END)
    Done working(Phase phase) {
        return new Done();
    }
}

sealed interface Phase permits Idle, Working, Done {}

record Idle() implements Phase {}

record Working(int count) implements Phase {}

record Done() implements Phase {}
