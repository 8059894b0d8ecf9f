package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "greet")
public final class Greeter {
    public static final class Visit { public String name; public String greeting; }

    @Step(next = END)
    void greet(Visit visit) { visit.greeting = "Hello, " + visit.name; }
}
