package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(
            answer = Decision.class,
            next = {"second", "plan", "refuse", "late"},
            expires = "7d")
    Refund approve(Case c) {
        return new Refund(c.cents);
    }

    @Interrupt(
            answer = {Sure.class, Refused.class},
            next = {"pay", "refuse"})
    @GatedBy(value = "approve", exactly = true)
    Refund second(Answered<Refund, Approved> first) {
        return first.question();
    }

    @Step(next = {"close", "approve", END}, effects = "refund")
    @GatedBy(value = "second", exactly = true)
    PayNext pay(Answered<Refund, Sure> approval, StepContext<?> context) {
        return PayNext.close(new Receipt("r"));
    }

    @Step(next = "part")
    Refund plan(Case c, Yes yes) {
        return new Refund(1);
    }

    @Step(next = "close", effects = "voucher", onFailure = "failed")
    @GatedBy("approve")
    Receipt part(Case c, Refund refund, Answered<Refund, Partly> approval, StepContext<?> context) {
        return new Receipt("r");
    }

    @Step(next = END)
    @GatedBy("approve")
    void failed(Case c, StepFailure<?> failure, Answered<Refund, Partly> approval) {}

    @Step(next = END)
    void close(Case c, Receipt receipt) {}

    @Step(next = END)
    void refuse(Case c, Refused refused) {}

    @Step(next = END)
    void late(Case c, Expired expired) {}
}

final class Case {
    public int cents;
}

record Refund(int cents) {}

record Receipt(String id) {}

sealed interface Decision permits Yes, Refused {}

sealed interface Yes extends Decision permits Approved, Partly {}

record Approved() implements Yes {}

record Partly() implements Yes {}

record Refused(String why) implements Decision {}

record Sure() {}
