package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = {Decision.class, Vote.class}, next = {"decide", "count", "late"}, expires = "24h",
            formerly = {"ask", "request"})
    Question draft(Essay essay, String topic, StepContext<Token> context) {
        return new Question(topic);
    }

    @Step(next = END)
    void decide(Essay essay, Decision decision) {}

    @Step(next = "draft")
    String count(Essay essay, Vote vote) {
        return vote.name();
    }

    @Step(next = END, formerly = "expired")
    void late(Essay essay, Expired expired, StepContext<?> context) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}

record Token(String text) {}

enum Vote {
    YES {
        @Override
        public String toString() {
            return "yes";
        }
    },
    NO
}
