package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent extends Base {
    Agent() {}

    @Override
    @Step(next = END)
    public void draft(Essay essay) {
        help();
    }
}

final class Essay {
    public String text = "";
}

abstract class Base {
    abstract void draft(Essay essay);

    void help() {}
}
