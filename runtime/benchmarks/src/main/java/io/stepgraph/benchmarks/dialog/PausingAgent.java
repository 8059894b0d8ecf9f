package io.stepgraph.benchmarks.dialog;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.dialog.PausingAgentGraph.TalkNext;

/**
 * An agent that asks from time to time whether to go on, so that a run can be brought to any length and measured from
 * there.
 */
@StepGraph(start = "talk")
@SuppressWarnings("stepgraph:UnboundedLoop") // the talk says when it is over
public final class PausingAgent {
    private final Talk talk;
    private final int first;
    private final int every;

    /**
     * An agent.
     *
     * @param talk what is said
     * @param first how many steps until it asks for the first time
     * @param every how many visits there are from one question to the next, the question among them
     */
    public PausingAgent(Talk talk, int first, int every) {
        this.talk = talk;
        this.first = Talk.FIRST + first;
        this.every = every - 1;
    }

    /** The answer. */
    public sealed interface Word permits GoOn, Enough {}

    /** To take the next steps. */
    public record GoOn() implements Word {}

    /** To end. */
    public record Enough() implements Word {}

    /**
     * The question.
     *
     * @param counter how far it has come
     */
    public record Question(int counter) {}

    @Step(next = {"talk", "pause"})
    TalkNext talk(Dialog dialog) {
        talk.advance(dialog);
        return next(dialog);
    }

    @Interrupt(
            answer = Word.class,
            next = {"goOn", "stop"})
    Question pause(Dialog dialog) {
        return new Question(dialog.counter);
    }

    @Step(next = "talk")
    void goOn(Dialog dialog, GoOn word) {
        talk.advance(dialog);
    }

    @Step(next = END)
    void stop(Dialog dialog, Enough word) {
        talk.advance(dialog);
    }

    private TalkNext next(Dialog dialog) {
        int taken = dialog.counter - first;
        return taken >= 0 && taken % every == 0 ? TalkNext.pause() : TalkNext.talk();
    }
}
