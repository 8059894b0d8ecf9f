package app;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.math.BigDecimal;
import java.util.List;

/** An agent of a user's own, whose state is stored when it asks and read when it goes on. */
@StepGraph(start = "draft")
public final class Review {
    public record Essay(String text, BigDecimal fee, List<String> notes) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved(String by) implements Decision {}

    public record Rejected(String why) implements Decision {}

    @Step(next = "approve")
    Essay draft(Essay essay) {
        return new Essay("A draft", essay.fee(), List.of("short"));
    }

    @Interrupt(
            answer = Decision.class,
            next = {"publish", "shelve"})
    String approve(Essay essay) {
        return "Pay " + essay.fee() + " for this? " + essay.text() + " " + essay.notes();
    }

    @Step(next = END)
    Essay publish(Essay essay, Approved approved) {
        return new Essay(essay.text() + ", approved by " + approved.by(), essay.fee(), essay.notes());
    }

    @Step(next = END)
    Essay shelve(Essay essay, Rejected rejected) {
        return new Essay(essay.text() + ", shelved: " + rejected.why(), BigDecimal.ZERO, essay.notes());
    }
}
