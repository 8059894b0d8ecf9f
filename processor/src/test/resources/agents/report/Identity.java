package report;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Has one result or the other. */
@StepGraph(start = "look")
public final class Identity {

    public record Person(String name) {}

    public sealed interface Proof {}

    public record Verified(String by) implements Proof {}

    public record Unverified() implements Proof {}

    @Step(next = END)
    Proof look(Person person) {
        return person.name().isEmpty() ? new Unverified() : new Verified("passport");
    }
}
