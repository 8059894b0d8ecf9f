package example;

import io.stepgraph.engine.Runner;

final class Planning {
    private Planning() {}

    static PlannerGraph.Outcome plan(Runner runner) {
        PlannerGraph.Runs runs = PlannerGraph.of(new Planner()).on(runner);
        PlannerGraph.Outcome outcome = runs.run("plan-1", new Planner.Work(), new Planner.Goal("build a boat"));
        return outcome;
    }
}
