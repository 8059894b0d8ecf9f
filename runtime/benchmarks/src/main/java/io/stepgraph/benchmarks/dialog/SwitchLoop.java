package io.stepgraph.benchmarks.dialog;

import java.util.function.Consumer;

/** The agent as one writes it by hand: an enum, a loop and a {@code switch}. */
public final class SwitchLoop {
    private enum Step {
        PLAN,
        ACT,
        OBSERVE,
        REFLECT,
        DECIDE,
        DONE
    }

    private final Talk talk;
    private final int last;

    /**
     * A loop.
     *
     * @param talk what is said
     * @param steps how many steps until it ends; a multiple of five
     */
    public SwitchLoop(Talk talk, int steps) {
        this.talk = talk;
        this.last = Talk.FIRST + steps;
    }

    /** Takes all steps. */
    public Dialog run(Dialog dialog) {
        Step step = Step.PLAN;
        while (step != Step.DONE) {
            step = enter(step, dialog);
        }
        return dialog;
    }

    /** Takes all steps and hands the dialog over to be saved after each. */
    public Dialog run(Dialog dialog, Consumer<Dialog> save) {
        Step step = Step.PLAN;
        while (step != Step.DONE) {
            step = enter(step, dialog);
            save.accept(dialog);
        }
        return dialog;
    }

    private Step enter(Step step, Dialog dialog) {
        return switch (step) {
            case PLAN -> plan(dialog);
            case ACT -> act(dialog);
            case OBSERVE -> observe(dialog);
            case REFLECT -> reflect(dialog);
            case DECIDE -> decide(dialog);
            case DONE -> throw new IllegalStateException();
        };
    }

    private Step plan(Dialog dialog) {
        talk.advance(dialog);
        return Step.ACT;
    }

    private Step act(Dialog dialog) {
        talk.advance(dialog);
        return Step.OBSERVE;
    }

    private Step observe(Dialog dialog) {
        talk.advance(dialog);
        return Step.REFLECT;
    }

    private Step reflect(Dialog dialog) {
        talk.advance(dialog);
        return Step.DECIDE;
    }

    private Step decide(Dialog dialog) {
        talk.advance(dialog);
        return dialog.counter < last ? Step.PLAN : Step.DONE;
    }
}
