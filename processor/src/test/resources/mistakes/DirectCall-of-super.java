package example;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "plan")
class Agent {
    @Step(next = "write")
    void plan(Essay essay) {
        new Careless().write(essay);
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    void write(Essay essay) {}

    static final class Careless extends Agent {
        @Override
        void write(Essay essay) {
            super.write(essay);
        }
    }
}

final class Essay {
    public String text = "";
}
