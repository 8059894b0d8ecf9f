package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;

@StepGraph(start = "approve")
public final class Reminder {
    public static final class Essay { public String draft; public int reminders; }

    public record Question(String text, String draft) {}
    public record Approved() {}
    public record Rejected(String why) {}

    @Interrupt(answer = {Approved.class, Rejected.class}, next = {"decide", "shelve", "remind"}, expires = "24h")
    Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }

    @Step(next = "confirm")
    void remind(Essay essay, Expired expired) { essay.reminders++; }

    @Interrupt(answer = Approved.class, next = "decide", formerly = "doubleCheck") // its name in version 1
    Question confirm(Essay essay) { return new Question("Still nobody?", essay.draft); }

    @Step(next = END)
    void decide(Essay essay, Approved approval) {}

    @Step(next = END)
    void shelve(Essay essay, Rejected rejection) {}
}
