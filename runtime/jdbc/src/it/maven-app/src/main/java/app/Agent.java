package app;

import io.stepgraph.StepGraph;

/** Stands here until a whole agent does. */
@StepGraph(start = "greet")
final class Agent {

    String greet() {
        return "hello";
    }
}
