package example;

import static example.PublisherGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Actor;

@StepGraph(start = "approve")
public final class Publisher {
    public static final class Essay { public String draft; public String note; }

    public record Question(String text, String draft) {}
    public sealed interface Decision permits Approved, Rejected {}
    public record Approved() implements Decision {}
    public record Rejected(String why) implements Decision {}

    @Interrupt(answer = Decision.class, next = {"publish", "shelve"})
    Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }

    @Step(next = END)
    void publish(Essay essay, Approved approval) { essay.note = "published"; }

    @Step(next = END)
    void shelve(Essay essay, Rejected rejection) { essay.note = rejection.why(); }

    static Outcome use(Runs runs, Essay essay) {
        Outcome outcome = runs.run("essay-1", essay);
        if (outcome instanceof Outcome.Approve ask) {
            outcome = runs.as(Actor.named("ann")).answerApprove(ask, new Approved());
        }
        return outcome;
    }
}
