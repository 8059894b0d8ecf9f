package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Approved.class, next = {"keep", "late"}, expiresBy = "deadline")
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    String deadline(Essay essay) {
        return "24h";
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}

    @Step(next = END)
    void late(Essay essay, Expired expired) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}
