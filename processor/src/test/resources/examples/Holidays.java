package example;

import static example.HolidaysGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;

@StepGraph(start = "confirm")
public final class Holidays {
    public static final class Request { public int days; }
    public record Confirmed() {}

    @Interrupt(answer = Confirmed.class, next = "submit")
    @AnsweredBy(starter = true)
    String confirm(Request request) { return request.days + " days of leave, is that right?"; }

    @Step(next = END)
    void submit(Request request, Confirmed confirmed) {}

    static Outcome use(Runner runner, Request request) {
        Runs runs = HolidaysGraph.of(new Holidays()).on(runner).as(Actor.named("mia"));
        Outcome outcome = runs.run("holidays-1", request);
        return outcome instanceof Outcome.Confirm ask ? runs.answerConfirm(ask, new Confirmed()) : outcome;
    }
}
