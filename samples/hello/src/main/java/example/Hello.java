package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "ask")
public final class Hello {
    public record Guest(String city) {} // the state of a run

    @Interrupt(answer = String.class, next = "greet") // waits here until a person answers
    String ask(Guest guest) {
        return "What is your name?";
    }

    @Step(next = END)
    String greet(Guest guest, String name) {
        return "Hello, " + name + " from " + guest.city() + "!";
    }
}
