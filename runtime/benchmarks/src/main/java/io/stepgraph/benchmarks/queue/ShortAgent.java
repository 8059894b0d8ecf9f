package io.stepgraph.benchmarks.queue;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.runtime.StepContext;
import java.util.function.Consumer;

/** An agent of three steps. */
@StepGraph(start = "plan")
final class ShortAgent {
    static final int STEPS = 3;

    private final Talk talk;
    private final Consumer<String> begun;

    /**
     * An agent.
     *
     * @param talk what is said
     * @param begun gets the id of each run that begins
     */
    ShortAgent(Talk talk, Consumer<String> begun) {
        this.talk = talk;
        this.begun = begun;
    }

    @Step(next = "act")
    void plan(Dialog dialog, StepContext<?> context) {
        begun.accept(context.runId());
        talk.advance(dialog);
    }

    @Step(next = "observe")
    void act(Dialog dialog) {
        talk.advance(dialog);
    }

    @Step(next = END)
    void observe(Dialog dialog) {
        talk.advance(dialog);
    }
}
