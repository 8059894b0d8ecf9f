package io.stepgraph.processor.check;

import io.stepgraph.processor.model.MisplacedAnnotation;
import java.util.ArrayList;
import java.util.List;

/** Our annotations on methods of a class that is no agent. */
public final class MisplacedSteps {

    private MisplacedSteps() {}

    /** The problems of one class, in source order. */
    public static List<Diagnostic> check(String owner, List<MisplacedAnnotation> strays) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (MisplacedAnnotation stray : strays) {
            diagnostics.add(
                    stray.claimsToBeStep()
                            ? new Diagnostic(DiagnosticId.ORPHAN_STEP, text(owner, stray), stray.place())
                            : NoMisplacedAnnotations.orphan(stray));
        }
        return diagnostics;
    }

    private static String text(String owner, MisplacedAnnotation stray) {
        return owner + " has no @StepGraph, so its step '" + stray.method()
                + "' belongs to no graph, and a subclass does not inherit it. Annotate " + owner
                + ", or declare the step in the agent class.";
    }
}
