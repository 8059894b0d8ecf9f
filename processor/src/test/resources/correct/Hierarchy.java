package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"full", "rest", "no"})
    int draft(Essay essay) {
        return 1;
    }

    @Step(next = END)
    void full(Essay essay, Full full) {}

    @Step(next = END)
    void rest(Essay essay, Partly partly) {}

    @Step(next = END)
    void no(Essay essay, Rejected rejected) {}
}

final class Essay {
    public String text = "";
}

sealed interface Decision permits Approved, Rejected {}

sealed interface Approved extends Decision permits Full, Partly {}

record Full() implements Approved {}

sealed class Partly implements Approved permits Nearly {}

final class Nearly extends Partly {}

enum Rejected implements Decision {
    NEVER,
    LATER
}
