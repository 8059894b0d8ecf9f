package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;

/** After the state there is at most one input, which is no state, and then at most a context. */
final class OneInput implements Check {

    private final TypeRelations types;

    OneInput(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Signature signature = step.signature();
            Parameter input = signature.input();
            TypeMirror state = agent.state();
            if (input != null && state != null && types.isSubtype(input.type(), state)) {
                String text = "'" + input.name() + "' has the type of the state, " + TypeText.of(state)
                        + ", or a subtype, so the generated code could not distinguish an input from a new state. Wrap it"
                        + " in a type of its own.";
                report.accept(new Diagnostic(DiagnosticId.INPUT_IS_STATE, text, input.place()));
            }
            if (!signature.surplus().isEmpty() && signature.state() != null) {
                Parameter surplus = signature.surplus().get(0);
                report.accept(new Diagnostic(
                        DiagnosticId.TOO_MANY_PARAMETERS, surplus(signature, step, surplus), surplus.place()));
            }
        }
    }

    private static String surplus(Signature signature, StepModel step, Parameter surplus) {
        if (signature.context() != null && signature.input() == null) {
            return "'" + surplus.name() + "' stands behind the StepContext. The order is state, input, StepContext.";
        }
        return "'" + surplus.name() + "' is one parameter too many: '" + step.name()
                + "' receives its state, at most one input, and at most a StepContext."
                + " Put what belongs together into one record.";
    }
}
