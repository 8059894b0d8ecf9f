package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "plan")
final class Agent {
    final Agent helper = this;

    @Call(agents = "helper", next = "finish")
    Plan plan(Plan plan) {
        return plan;
    }

    @Step(next = END)
    Result finish(Plan plan) {
        return new Result(plan.text());
    }
}

record Plan(String text) {}

record Result(String text) {}
