package io.stepgraph.benchmarks.dialog;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.DecideNext;

/** The agent as one writes it here. */
@StepGraph(start = "plan")
@SuppressWarnings("stepgraph:UnboundedLoop") // the talk says when it is over
public final class DialogAgent {
    private final Talk talk;
    private final int last;

    /**
     * An agent.
     *
     * @param talk what is said
     * @param steps how many steps until it ends; a multiple of five
     */
    public DialogAgent(Talk talk, int steps) {
        this.talk = talk;
        this.last = Talk.FIRST + steps;
    }

    @Step(next = "act")
    void plan(Dialog dialog) {
        talk.advance(dialog);
    }

    @Step(next = "observe")
    void act(Dialog dialog) {
        talk.advance(dialog);
    }

    @Step(next = "reflect")
    void observe(Dialog dialog) {
        talk.advance(dialog);
    }

    @Step(next = "decide")
    void reflect(Dialog dialog) {
        talk.advance(dialog);
    }

    @Step(next = {"plan", END})
    DecideNext decide(Dialog dialog) {
        talk.advance(dialog);
        return dialog.counter < last ? DecideNext.plan() : DecideNext.end();
    }
}
