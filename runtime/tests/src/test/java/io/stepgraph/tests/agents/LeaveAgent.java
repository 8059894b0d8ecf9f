package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Asks who wants to be on leave whether the days are right. */
@StepGraph(start = "confirm", name = "leave")
final class LeaveAgent {

    static final class Request {
        public int days = 3;
        public boolean isSubmitted;
    }

    record Confirmed() {}

    @Interrupt(answer = Confirmed.class, next = "submit")
    @AnsweredBy(starter = true)
    String confirm(Request request) {
        return request.days + " days of leave, is that right?";
    }

    @Step(next = END)
    void submit(Request request, Confirmed confirmed) {
        request.isSubmitted = true;
    }
}
