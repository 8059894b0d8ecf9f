package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;

/** All contexts have one signal type, or {@code ?}. */
final class OneSignal implements Check {

    private final TypeRelations types;

    OneSignal(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Problem> report) {
        TypeMirror expected = agent.signal();
        for (StepModel step : agent.steps()) {
            Parameter context = step.signature().context();
            TypeMirror signal = step.signature().signal();
            if (expected != null && context != null && signal != null && types.differ(signal, expected)) {
                String text = "The signals of this graph are " + TypeText.of(expected, signal) + ", but '"
                        + step.name() + "' emits " + TypeText.of(signal, expected) + ". Take StepContext<"
                        + TypeText.of(expected, signal) + ">, or make both leaves of one sealed type.";
                report.accept(new Problem(Mistake.SIGNAL_MISMATCH, text, context.place()));
            }
        }
    }
}
