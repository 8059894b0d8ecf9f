package io.stepgraph.crash;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.testkit.store.CrashPoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An agent that waits for a moment. */
@StepGraph(start = "rest", name = "nap")
final class Nap {
    private final CrashPoints points;

    Nap(CrashPoints points) {
        this.points = points;
    }

    static final class Notes {
        public List<String> lines = new ArrayList<>();
    }

    @Wait(next = "wake")
    Duration rest(Notes notes) {
        points.reach("inside-rest");
        notes.lines.add("rested");
        return Duration.ofMillis(200);
    }

    @Step(next = END)
    void wake(Notes notes) {
        points.reach("inside-wake");
        notes.lines.add("woke");
    }
}
