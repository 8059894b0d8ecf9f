package example;

import static io.stepgraph.StepGraph.END;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}

record Essay(@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS) Object notes) {}
