package io.stepgraph.processor.check;

import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.Visibility;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Generated code can name every type in the signatures; a hidden type is reported where it is first used. */
final class VisibleTypes implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Set<Element> reported = new HashSet<>();
        if (Visibility.isPrivate(agent.type())) {
            return;
        }
        for (StepModel step : agent.steps()) {
            InterruptModel interruptModel = step.interrupt();
            if (interruptModel != null) {
                for (TypeUse answer : interruptModel.answers()) {
                    check(answer.type(), answer.place(), reported, report);
                }
                for (AnswerVariant leaf : interruptModel.leaves()) {
                    check(leaf.type(), leaf.declared(), reported, report);
                }
            }
            if (interruptModel != null) {
                for (ActionMark mark : interruptModel.actions()) {
                    hidden(Visibility.hidden(mark.of().asType(), agent.type()), mark.place(), reported, report);
                    hidden(Visibility.hidden(mark.type(), agent.type()), mark.place(), reported, report);
                }
            }
            check(step.returned().type(), step.returned().place(), reported, report);
            step.signature()
                    .parameters()
                    .forEach(parameter -> check(parameter.type(), parameter.place(), reported, report));
        }
    }

    private static void check(TypeMirror type, Place place, Set<Element> reported, Consumer<Diagnostic> report) {
        hidden(Visibility.hidden(type), place, reported, report);
    }

    private static void hidden(
            @Nullable Element hidden, Place place, Set<Element> reported, Consumer<Diagnostic> report) {
        if (hidden != null && reported.add(hidden)) {
            String text = hidden.getSimpleName() + " cannot be seen by the code generated beside this class, which must"
                    + " name it. " + (Visibility.isPrivate(hidden) ? "Remove 'private'." : "Make it public.");
            report.accept(new Diagnostic(DiagnosticId.HIDDEN_TYPE, text, place));
        }
    }
}
