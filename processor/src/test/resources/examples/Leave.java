package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "ask", roles = {"lead", "hr"})
public final class Leave {
    public static final class Request { public int days; }
    public record Granted() {}

    @Interrupt(answer = Granted.class, next = "book")
    @AnsweredBy(role = {"lead", "hr"}) // one of them is enough
    String ask(Request request) { return request.days + " days of leave?"; }

    @Step(next = END)
    void book(Request request, Granted granted) {}
}
