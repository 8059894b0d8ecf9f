package example;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "plan")
final class Agent {
    @Step(next = "write")
    void plan(Essay essay) {
        help(essay);
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    void write(Essay essay) {}

    private void help(Essay essay) {
        this.write(essay);
    }
}

final class Essay {
    public String text = "";
}
