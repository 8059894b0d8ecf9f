package io.stepgraph.spring;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.function.UnaryOperator;

/** An agent with one step, which calls what it was constructed with. */
@StepGraph(start = "greet")
record Greeter(UnaryOperator<String> voice) {
    static final class Visit {
        public String firstName = "";
        public String greeting = "";

        public Visit() {}

        Visit(String firstName) {
            this.firstName = firstName;
        }
    }

    @Step(next = END)
    void greet(Visit visit) {
        visit.greeting = voice.apply(visit.firstName);
    }
}
