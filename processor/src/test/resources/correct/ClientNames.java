package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Actor;

/** Interrupts called like the methods of the client and of the machine, and like each other. */
@StepGraph(start = "run")
class Agent {
    record Essay(String text) {}

    record Yes() {}

    @Interrupt(answer = Yes.class, next = "resume")
    String run(Essay essay) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "answer")
    String resume(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = String.class, next = "answerAnswer")
    String answer(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "cancel")
    String answerAnswer(Essay essay, String answer) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "start")
    String cancel(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "match")
    String start(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "ticket")
    String match(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "stream")
    String ticket(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "submit")
    String stream(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "outcomeStream")
    String submit(Essay essay, Yes yes) {
        return essay.text();
    }

    @Interrupt(answer = Yes.class, next = "answered")
    String outcomeStream(Essay essay, Yes yes) {
        return essay.text();
    }

    @Step(next = END)
    void answered(Essay essay, Yes yes) {}

    static AgentGraph.Outcome use(Agent agent, io.stepgraph.engine.Runner runner) {
        AgentGraph.Runs runs = AgentGraph.of(agent).on(runner);
        AgentGraph.Outcome outcome = runs.run("id", new Essay(""));
        if (outcome instanceof AgentGraph.Outcome.Run asked) {
            return runs.answerRun(asked, new Yes());
        } else if (outcome instanceof AgentGraph.Outcome.Resume asked) {
            return runs.as(Actor.named("ann")).answerResume(asked.ticket(), new Yes());
        } else if (outcome instanceof AgentGraph.Outcome.Answer asked) {
            return runs.as(Actor.named("ann")).answerAnswer(asked, "answer");
        } else if (outcome instanceof AgentGraph.Outcome.AnswerAnswer asked) {
            return runs.answerAnswerAnswer(asked, new Yes());
        } else if (outcome instanceof AgentGraph.Outcome.Cancel asked) {
            runs.as(Actor.named("ann")).cancel("id");
            return runs.answerCancel(asked, new Yes());
        } else if (outcome instanceof AgentGraph.Outcome.Stream asked) {
            runs.submitStream(asked.ticket(), new Yes());
            return runs.streamStream(asked, new Yes()).outcome();
        } else if (outcome instanceof AgentGraph.Outcome.OutcomeStream asked) {
            runs.submitOutcomeStream(asked, new Yes());
            return runs.streamOutcomeStream(asked.ticket(), new Yes()).outcome();
        }
        AgentGraph.Machine machine = AgentGraph.of(agent).machine();
        machine.start(new Essay(""));
        machine.answerRun(new Yes());
        machine.answer(new Yes());
        return machine.answerAnswer("answer");
    }
}
