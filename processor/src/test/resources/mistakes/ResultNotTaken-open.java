package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "verify")
record Agent(Identity identity) {
    @Call(agents = "identity", next = "pay")
    Person verify(Case refund) {
        return new Person(refund.customer);
    }

    @Step(next = END)
    void pay(Case refund, Verified verified) {}
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

class Proof {}

final class Verified extends Proof {}

final class Unverified extends Proof {}
