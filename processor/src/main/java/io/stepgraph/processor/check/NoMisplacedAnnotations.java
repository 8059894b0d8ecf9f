package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.MisplacedAnnotation;
import java.util.function.Consumer;

/** Our annotations are used only on steps of an agent class. */
final class NoMisplacedAnnotations implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (MisplacedAnnotation stray : agent.surroundings().strays()) {
            report.accept(
                    stray.isSecondOfItsMethod()
                            ? new Diagnostic(DiagnosticId.STEP_AND_INTERRUPT, both(stray), stray.place())
                            : orphan(stray));
        }
    }

    static Diagnostic orphan(MisplacedAnnotation stray) {
        String text = "@" + stray.annotation() + " means nothing on '" + stray.method()
                + "', which is no step. Give the method @Step or @Interrupt, or remove @" + stray.annotation() + ".";
        return new Diagnostic(DiagnosticId.ORPHAN_ANNOTATION, text, stray.place());
    }

    private static String both(MisplacedAnnotation stray) {
        return "'" + stray.method()
                + "' cannot be both: @Step does work, @Interrupt asks and waits. Remove one of them.";
    }
}
