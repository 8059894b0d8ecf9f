package io.stepgraph.benchmarks.answer;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.runtime.StepContext;
import java.util.function.Consumer;

/** An agent that asks once, and tells somebody when the step after the answer begins. */
@StepGraph(start = "ask")
final class AskingAgent {
    private final Consumer<String> begun;

    /**
     * An agent.
     *
     * @param begun gets the id of each run whose next step begins
     */
    AskingAgent(Consumer<String> begun) {
        this.begun = begun;
    }

    /**
     * The question.
     *
     * @param counter how far it has come
     */
    record Question(int counter) {}

    /**
     * The answer.
     *
     * @param isApproved whether to go on
     */
    record Approval(boolean isApproved) {}

    @Interrupt(answer = Approval.class, next = "goOn")
    Question ask(Dialog dialog) {
        return new Question(dialog.counter);
    }

    @Step(next = END)
    void goOn(Dialog dialog, Approval approval, StepContext<?> context) {
        begun.accept(context.runId());
        dialog.counter += approval.isApproved() ? 1 : 0;
    }
}
