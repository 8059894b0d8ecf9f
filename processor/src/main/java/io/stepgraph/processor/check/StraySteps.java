package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Stray;
import java.util.ArrayList;
import java.util.List;

/** Our annotations on methods of a class that is no agent. */
public final class StraySteps {

    private StraySteps() {}

    /** The problems of one class, in source order. */
    public static List<Problem> check(String owner, List<Stray> strays) {
        List<Problem> problems = new ArrayList<>();
        for (Stray stray : strays) {
            problems.add(
                    stray.claimsToBeStep()
                            ? new Problem(Mistake.ORPHAN_STEP, text(owner, stray), stray.place())
                            : NoStrays.orphan(stray));
        }
        return problems;
    }

    private static String text(String owner, Stray stray) {
        return owner + " has no @StepGraph, so '" + stray.method()
                + "' belongs to no graph; steps are not inherited either. Declare it in the agent class, or annotate "
                + owner + ".";
    }
}
