package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    @Interrupt(answer = String.class, next = "draft")
    void draft(Essay essay) {}

    @Retry(attempts = 0)
    void helper() {}
}

final class Essay {
    public String text = "";
}

@StepGraph(start = "go")
interface Hidden {
    @Step(next = "og")
    void go(Essay essay);
}

final class Plain {
    @Interrupt(answer = String.class, next = {})
    void ask(Essay essay) {}

    @MaxVisits(times = 1, then = "x")
    void visit() {}
}

final class Zone {
    @StepGraph(start = "")
    static final class Agent {
        @Step(next = END)
        void go(Essay essay) {}
    }
}
