package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.event.OutcomeStream;
import java.io.FileNotFoundException;
import java.io.IOException;

/** A graph that only fails: with a choice, alone, behind a failure step, and behind a question to who started it. */
@StepGraph(start = "draft")
final class Agent {
    @Step(
            next = {"ask", FAIL},
            onFailure = "excuse",
            failures = {IOException.class, FileNotFoundException.class, Tired.class})
    DraftNext draft(Essay essay) throws IOException {
        return essay.text.isEmpty() ? DraftNext.fail("No text.") : DraftNext.ask().with(essay);
    }

    @Interrupt(answer = Yes.class, next = "refuse")
    @AnsweredBy(starter = true, otherThan = {})
    String ask(Essay essay) {
        return essay.text;
    }

    @Step(next = FAIL)
    RefuseNext refuse(Essay essay, Yes yes) {
        return RefuseNext.fail(essay.text);
    }

    @Step(next = {FAIL, "refuseAll"})
    ExcuseNext excuse(Essay essay, StepFailure<?> failure) {
        return failure.type().isEmpty() ? ExcuseNext.refuseAll() : ExcuseNext.fail(failure.message());
    }

    @Step(next = FAIL, failures = {})
    @MaxVisits(times = 2, then = "excuseTwice")
    RefuseAllNext refuseAll(Essay essay) {
        essay.text = "refused";
        return RefuseAllNext.fail("All.");
    }

    @Step(next = FAIL)
    ExcuseTwiceNext excuseTwice(Essay essay) {
        return ExcuseTwiceNext.fail("Twice.");
    }

    static OutcomeStream<Outcome> use(io.stepgraph.engine.Runner runner) {
        Runs runs = AgentGraph.of(new Agent()).on(runner).as(Actor.named("ann"));
        Outcome outcome = runs.run("id", new Essay());
        if (outcome instanceof Outcome.Ask asked) {
            runs.submitAsk(asked, new Yes());
            runs.submitAsk(asked.ticket(), new Yes());
            return runs.streamAsk(asked, new Yes());
        }
        return runs.stream("id");
    }
}

record Yes() {}

@SuppressWarnings("serial")
final class Tired extends RuntimeException {}

final class Essay {
    public String text = "";
}
