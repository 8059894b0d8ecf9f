package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/**
 * All contexts have one custom event type, or {@code ?}: a wildcard with a bound names no type that could be stored.
 */
final class OneCustomEventType implements Check {

    private final TypeRelations types;

    OneCustomEventType(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        @Nullable StepModel first = null;
        boolean isSealedReported = false;
        for (StepModel step : agent.steps()) {
            Parameter context = step.signature().context();
            TypeMirror emitted = step.signature().customEvent();
            TypeMirror bound = context == null ? null : bound(context.type());
            if (context != null && bound != null) {
                TypeMirror known = agent.customEvent();
                String text = "The custom events of a graph are of one type, but " + TypeText.of(context.type())
                        + " names none. Take StepContext<" + TypeText.of(known == null ? bound : known)
                        + ">, or StepContext<?> if '" + step.name() + "' emits none.";
                report.accept(new Diagnostic(DiagnosticId.CUSTOM_EVENT_MISMATCH, text, context.place()));
            } else if (emitted != null && first == null) {
                first = step;
            } else if (emitted != null && first != null && types.differ(emitted, emitted(first))) {
                TypeElement common = SealedTypes.common(emitted(first), emitted);
                if (common == null || !isSealedReported) {
                    report.accept(mismatch(first, step, common));
                }
                isSealedReported |= common != null;
            }
        }
    }

    private static TypeMirror emitted(StepModel step) {
        return Objects.requireNonNull(step.signature().customEvent());
    }

    /** Marks the step that has to change: the second, unless it takes the sealed type {@code common} already. */
    private Diagnostic mismatch(StepModel first, StepModel second, @Nullable TypeElement common) {
        TypeMirror one = emitted(first);
        TypeMirror other = emitted(second);
        boolean isFirst = common != null && types.same(other, common.asType());
        boolean isSecond = common == null || types.same(one, common.asType());
        StepModel marked = isFirst ? first : second;
        String where = isFirst || isSecond ? "'" + marked.name() + "' too" : "both";
        String text = "'" + first.name() + "' emits " + TypeText.of(one, other) + " and '" + second.name() + "' emits "
                + TypeText.of(other, one) + ", but the custom events of a graph are of one type. "
                + (common == null
                        ? "Emit the same type in both: a sealed interface if there are several kinds of event."
                        : "Take StepContext<" + common.getSimpleName() + "> in " + where + ".");
        Parameter context = Objects.requireNonNull(marked.signature().context());
        return new Diagnostic(DiagnosticId.CUSTOM_EVENT_MISMATCH, text, context.place());
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
