package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Asks, and waits without limit. */
@StepGraph(start = "ask", name = "patient")
final class PatientAgent {

    /** What was answered. */
    static final class Letter {
        public String text = "";
    }

    record Reply(String text) {}

    @Interrupt(answer = Reply.class, next = "keep")
    String ask(Letter letter) {
        return "What shall I write?";
    }

    @Step(next = END)
    void keep(Letter letter, Reply reply) {
        letter.text = reply.text;
    }
}
