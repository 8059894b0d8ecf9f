package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Call;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "verify")
record Agent(Identity identity) {
    @Call(agents = "identity", next = {"pay", "refuse"})
    Person verify(Case refund) {
        return new Person(refund.customer);
    }

    @Step(next = "approve")
    void pay(Case refund, Verified verified) {}

    @Step(next = END)
    void refuse(Case refund, Unverified unverified) {}

    @Interrupt(answer = Approval.class, next = "done")
    @GatedBy(value = "verify", answer = Verified.class)
    @AnsweredBy(otherThan = "verify")
    String approve(Case refund) {
        return refund.customer;
    }

    @Step(next = END)
    void done(Case refund, Approval approval) {}
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

record Approval() {}
