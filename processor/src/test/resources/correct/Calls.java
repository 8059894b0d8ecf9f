package example;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Calls methods that have the name of a step with a mode but are not, or may not be, that step: a writer can be any. */
@StepGraph(start = "plan")
class Agent extends Writer {
    private final Writer other = new Writer();

    @Step(next = "write")
    void plan(Essay essay) {
        other.write(essay);
        write(essay.text);
        new Inner().write(essay);
        Writer self = this;
        self.write(essay);
    }

    @Step(next = "tell")
    @RequiresMode(ACCEPT_EDITS)
    @Override
    void write(Essay essay) {
        super.write(essay);
        tell(essay);
    }

    @Step(next = END)
    void tell(Essay essay) {}

    void write(String text) {}

    static final class Inner {
        void write(Essay essay) {}
    }
}

class Writer {
    void write(Essay essay) {}
}

final class Test {
    void theAgentWrites() {
        new Agent().write(new Essay());
    }
}

final class Essay {
    public String text = "";
}
