package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/** All contexts have one custom event type, or {@code ?}: a wildcard with a bound names no type that could be stored. */
final class OneCustomEventType implements Check {

    private final TypeRelations types;

    OneCustomEventType(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        TypeMirror expected = agent.customEvent();
        for (StepModel step : agent.steps()) {
            Parameter context = step.signature().context();
            TypeMirror customEvent = step.signature().customEvent();
            TypeMirror bound = context == null ? null : bound(context.type());
            if (context != null && bound != null) {
                String text = "The custom events of a graph are of one type, but " + TypeText.of(context.type())
                        + " names none. Take StepContext<" + TypeText.of(expected == null ? bound : expected)
                        + ">, or StepContext<?> if '" + step.name() + "' emits none.";
                report.accept(new Diagnostic(DiagnosticId.CUSTOM_EVENT_MISMATCH, text, context.place()));
            } else if (expected != null
                    && context != null
                    && customEvent != null
                    && types.differ(customEvent, expected)) {
                String text = "The custom events of this graph are " + TypeText.of(expected, customEvent) + ", but '"
                        + step.name() + "' emits " + TypeText.of(customEvent, expected) + ". Take StepContext<"
                        + TypeText.of(expected, customEvent) + ">, or make both leaves of one sealed type.";
                report.accept(new Diagnostic(DiagnosticId.CUSTOM_EVENT_MISMATCH, text, context.place()));
            }
        }
    }

    /** Of {@code ? super T} or {@code ? extends T}; null for everything else. */
    private static @Nullable TypeMirror bound(TypeMirror context) {
        List<? extends TypeMirror> arguments = ((DeclaredType) context).getTypeArguments();
        if (arguments.size() != 1 || !(arguments.get(0) instanceof WildcardType wildcard)) {
            return null;
        }
        return wildcard.getSuperBound() == null ? wildcard.getExtendsBound() : wildcard.getSuperBound();
    }
}
