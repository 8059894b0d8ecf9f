package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "verify")
record Agent(Identity identity) {
    @Call(agents = "identity", next = {"pay", "refuse"})
    Person verify(Case refund) {
        return new Person(refund.customer);
    }

    @Step(next = END)
    void pay(Case refund, Verified verified) {}

    @Step(next = END)
    void refuse(Case refund) {}
}

final class Case {
    public String customer = "";
}

@StepGraph(start = "look")
final class Identity {
    @Step(next = END)
    Proof look(Person person) {
        return person.name().isEmpty() ? new Unverified() : new Verified();
    }
}

record Person(String name) {}

sealed interface Proof {}

record Verified() implements Proof {}

record Unverified() implements Proof {}
