package com.example.refunds;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import org.springframework.stereotype.Component;

@Component // one bean serves all runs
@StepGraph(start = "ask", roles = "lead")
public record Refund(Payments payments) {
    public static final class Claim {
        public String order = "";
        public int cents;
        public String end = "";
    }

    public record Payment(String order, int cents) {}

    public record Question(String text, @Action Payment payment) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved() implements Decision {}

    public record Rejected(String why) implements Decision {}

    @Interrupt(
            answer = Decision.class,
            next = {"pay", "reject"})
    @AnsweredBy(role = "lead")
    Question ask(Claim claim) {
        return new Question(
                "Refund " + claim.cents + " cents of " + claim.order + "?", new Payment(claim.order, claim.cents));
    }

    @Step(next = END, effects = "refund")
    @GatedBy("ask")
    void pay(Claim claim, Answered<Question, Approved> approval, StepContext<?> context) {
        claim.end = context.once("refund", approval.part(Question::payment), String.class)
                .retryWithSameKey()
                .call((key, payment) -> payments.refund(payment.cents(), key));
    }

    @Step(next = END)
    void reject(Claim claim, Rejected rejected) {
        claim.end = rejected.why();
    }
}
