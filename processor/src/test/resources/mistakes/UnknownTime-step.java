package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.runtime.Expired;
import java.time.Duration;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Approved.class, next = {"keep", "again"}, expiresBy = "pause")
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    @Wait(next = "draft")
    Duration pause(Essay essay) {
        return Duration.ofHours(24);
    }

    @Step(next = "pause")
    void again(Essay essay, Expired expired) {}

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}
