package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import java.time.Duration;

@StepGraph(start = "approve")
public final class Patient {
    public static final class Essay { public String draft; public Duration patience; public boolean published; }

    public record Question(String text, String draft) {}
    public record Approved() {}

    @Interrupt(answer = Approved.class, next = {"decide", "remind"}, expiresBy = "deadline")
    Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }

    Duration deadline(Essay essay) { return essay.patience; }

    @Step(next = END)
    void decide(Essay essay, Approved approval) { essay.published = true; }

    @Step(next = END)
    void remind(Essay essay, Expired expired) {}
}
