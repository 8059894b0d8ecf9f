package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Steps and interrupts called like what the generated classes inherit from the runtime. */
@StepGraph(start = "transition")
class Agent {
    record Essay(String text) {}

    record Yes() {}

    @Step(next = {"ask", "begin"})
    AgentGraph.TransitionNext transition(Essay essay, String input) {
        return essay.text().isEmpty()
                ? AgentGraph.TransitionNext.ask()
                : AgentGraph.TransitionNext.begin().with(essay);
    }

    @Step(next = {"begin", "go"})
    AgentGraph.AskNext ask(Essay essay) {
        return AgentGraph.AskNext.go(essay.text());
    }

    @Interrupt(answer = Yes.class, next = "declared")
    String begin(Essay essay) {
        return essay.text();
    }

    @Step(next = "delete")
    void declared(Essay essay, Yes yes) {}

    @Interrupt(answer = String.class, next = "go")
    String delete(Essay essay) {
        return essay.text();
    }

    @Step(next = "runs")
    void go(Essay essay, String answer) {}

    @Interrupt(answer = Yes.class, next = "client")
    String runs(Essay essay) {
        return essay.text();
    }

    @Step(next = "choice")
    void client(Essay essay, Yes yes) {}

    @Interrupt(answer = Yes.class, next = "spec")
    String choice(Essay essay) {
        return essay.text();
    }

    @Step(next = END)
    void spec(Essay essay, Yes yes) {}

    static void use(Agent agent, io.stepgraph.engine.Runner runner) {
        AgentGraph.Runs runs = AgentGraph.of(agent).on(runner);
        AgentGraph.Outcome outcome = runs.run("id", new Essay(""), "input");
        if (outcome instanceof AgentGraph.Outcome.Begin asked) {
            runs.answerBegin(asked, new Yes());
        } else if (outcome instanceof AgentGraph.Outcome.Delete asked) {
            runs.answerDelete(asked, "answer");
        }
        runs.delete("id");
        AgentGraph.of(agent).machine().start(new Essay(""), "input");
    }
}
