package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.Visibility;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/** Generated code can name every type in the signatures; a hidden type is reported where it is first used. */
final class VisibleTypes implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Set<Element> reported = new HashSet<>();
        if (!Visibility.isPrivate(agent.type())) {
            named(agent, (type, place) -> {
                Element hidden = Visibility.hidden(type, agent.type());
                if (hidden != null && reported.add(hidden)) {
                    String text =
                            hidden.getSimpleName() + " cannot be seen by the code generated beside this class, which"
                                    + " must name it. "
                                    + (Visibility.isPrivate(hidden) ? "Remove 'private'." : "Make it public.");
                    report.accept(new Diagnostic(DiagnosticId.HIDDEN_TYPE, text, place));
                }
            });
        }
    }

    private static void named(AgentModel agent, BiConsumer<TypeMirror, Place> types) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            if (asked != null) {
                asked.answers().forEach(answer -> types.accept(answer.type(), answer.place()));
                asked.leaves().stream() // what hides another one may be matched by a supertype
                        .filter(leaf -> Visibility.isPrivate(leaf.element()))
                        .forEach(leaf -> types.accept(leaf.type(), leaf.declared()));
                asked.replies().forEach(reply -> {
                    types.accept(reply.message().type(), reply.message().declared());
                    types.accept(reply.type(), reply.message().declared());
                });
                asked.actions().forEach(mark -> types.accept(mark.of().asType(), mark.place()));
                asked.actions().forEach(mark -> types.accept(mark.type(), mark.place()));
            }
            types.accept(step.returned().type(), step.returned().place());
            step.exceptions().forEach(exception -> types.accept(exception.type(), exception.place()));
            step.signature().parameters().forEach(parameter -> types.accept(parameter.type(), parameter.place()));
        }
    }
}
