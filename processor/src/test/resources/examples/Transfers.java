package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(
        start = "approve",
        roles = {"reviewer", "policy", "lead"})
public final class Transfers {
    public static final class Transfer { public int cents; public boolean sent; }

    public record Question(String text) {}
    public sealed interface Decision permits Approved, Rejected {}
    public record Approved() implements Decision {}
    public record Rejected() implements Decision {}

    @Interrupt(answer = Decision.class, next = {"confirm", "refuse"})
    @AnsweredBy(role = {"reviewer", "policy"}, notStarter = true)
    Question approve(Transfer transfer) { return new Question("Send " + transfer.cents + "?"); }

    @Interrupt(answer = Decision.class, next = {"send", "refuse"})
    @GatedBy("approve")
    @AnsweredBy(role = "lead", otherThan = "approve") // four eyes
    Question confirm(Transfer transfer, Approved first) { return new Question("Really send it?"); }

    @Step(next = END)
    @GatedBy("confirm")
    void send(Transfer transfer, Approved second) { transfer.sent = true; }

    @Step(next = END)
    void refuse(Transfer transfer, Rejected rejection) {}
}
