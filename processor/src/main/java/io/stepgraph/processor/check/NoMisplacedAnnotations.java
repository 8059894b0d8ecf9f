package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.MisplacedAnnotation;
import io.stepgraph.processor.model.StepModel;
import java.util.Objects;
import java.util.function.Consumer;
import javax.lang.model.element.Element;

/** Our annotations are used only on steps of an agent class, and only where they have an effect. */
final class NoMisplacedAnnotations implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (MisplacedAnnotation stray : agent.surroundings().strays()) {
            report.accept(
                    stray.isSecondOfItsMethod()
                            ? new Diagnostic(DiagnosticId.STEP_AND_INTERRUPT, both(stray), stray.place())
                            : orphan(stray));
        }
        for (MisplacedAnnotation stray : agent.surroundings().inherited()) {
            report.accept(
                    stray.claimsToBeStep()
                            ? new Diagnostic(DiagnosticId.ORPHAN_STEP, inherited(agent, stray), stray.place())
                            : orphan(stray));
        }
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            AnswerRule rule = asked == null ? null : asked.rule();
            if (rule != null
                    && !rule.needsStarter()
                    && rule.otherThan().isEmpty()
                    && rule.roles().isEmpty()) {
                String text = "@AnsweredBy has no effect on '" + step.name()
                        + "', because it lets anybody answer. Set role, starter, notStarter or otherThan, or remove"
                        + " @AnsweredBy.";
                report.accept(new Diagnostic(DiagnosticId.ORPHAN_ANNOTATION, text, rule.place()));
            }
        }
    }

    private static String inherited(AgentModel agent, MisplacedAnnotation stray) {
        Element owner = Objects.requireNonNull(stray.place().element().getEnclosingElement());
        String what = agent.simpleName() + " does not inherit the step '" + stray.method() + "' of "
                + owner.getSimpleName() + ": a graph has the steps of its own class. ";
        return agent.step(stray.method()) == null
                ? what + "Override it in " + agent.simpleName() + ", with @" + stray.annotation()
                        + " there instead of here."
                : what + agent.simpleName() + " declares it, so remove @" + stray.annotation() + " here.";
    }

    static Diagnostic orphan(MisplacedAnnotation stray) {
        String where = stray.annotation().equals("AnsweredBy")
                ? "an interrupt. Move it to one"
                : "a step. Give the method @Step or @Interrupt";
        String text = "@" + stray.annotation() + " has no effect on '" + stray.method() + "', which is not " + where
                + ", or remove @" + stray.annotation() + ".";
        return new Diagnostic(DiagnosticId.ORPHAN_ANNOTATION, text, stray.place());
    }

    private static String both(MisplacedAnnotation stray) {
        return "'" + stray.method()
                + "' cannot be both: @Step does work, @Interrupt asks and waits, @Wait only waits, @Call waits for"
                + " agents. Remove one of them.";
    }
}
