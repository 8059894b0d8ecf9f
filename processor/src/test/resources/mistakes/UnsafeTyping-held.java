package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}

record Essay(@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS) Object notes) {}
