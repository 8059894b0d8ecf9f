package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import java.time.Duration;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Approved.class, next = {"keep", "late"}, expires = "24h", expiresBy = "deadline")
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    Duration deadline(Essay essay) {
        return Duration.ofHours(24);
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
