package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;

/** All contexts have one custom event type, or {@code ?}. */
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
            if (expected != null && context != null && customEvent != null && types.differ(customEvent, expected)) {
                String text = "The custom events of this graph are " + TypeText.of(expected, customEvent) + ", but '"
                        + step.name() + "' emits " + TypeText.of(customEvent, expected) + ". Take StepContext<"
                        + TypeText.of(expected, customEvent) + ">, or make both leaves of one sealed type.";
                report.accept(new Diagnostic(DiagnosticId.CUSTOM_EVENT_MISMATCH, text, context.place()));
            }
        }
    }
}
