package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** A primitive and its box are one type. */
@StepGraph(start = "count")
final class Agent {
    @Step(next = "ask")
    @MaxVisits(times = 3, then = "tooMany")
    int count(Essay essay, Integer start) {
        return start + 1;
    }

    @Interrupt(
            answer = {boolean.class, Integer.class},
            next = {"keep", "count"})
    String ask(Essay essay, Integer words) {
        return words + " words. Enough?";
    }

    @Step(next = END)
    Integer keep(Essay essay, boolean enough) {
        return 1;
    }

    @Step(next = END)
    int tooMany(Essay essay, int start) {
        return start;
    }
}

final class Essay {
    public String text = "";
}
