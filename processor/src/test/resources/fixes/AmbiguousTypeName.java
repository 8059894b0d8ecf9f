package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = {Mine.class, Theirs.class}, next = "keep")
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Essay essay, Voice answer) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Voice permits Mine, Theirs {}

sealed interface Mine extends Voice permits Mine.Yes {
    record Yes() implements Mine {}
}

sealed interface Theirs extends Voice permits Theirs.Aye {
    record Aye() implements Theirs {}
}
