package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(name = "planner", start = "plan")
public final class Planner {
    public record Goal(String text) {}
    public static final class Work { public String plan; }

    @Step(next = END)
    void plan(Work work, Goal goal) { work.plan = "How to " + goal.text(); }
}
