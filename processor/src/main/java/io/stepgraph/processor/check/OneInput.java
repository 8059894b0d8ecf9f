package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeMirror;

/** First comes the state, then at most one input, which is no state, then at most an {@code Answered} and a context. */
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
            Parameter misplaced = signature.misplaced();
            if (step.isExactly() && (signature.state() != null || input != null)) {
                continue; // these two are the mistake
            }
            if (!signature.surplus().isEmpty()) {
                Parameter surplus = signature.surplus().get(0);
                if (signature.state() != null || step.isExactly()) {
                    report.accept(
                            new Diagnostic(DiagnosticId.TOO_MANY_PARAMETERS, surplus(step, surplus), surplus.place()));
                }
            } else if (misplaced != null) {
                report.accept(
                        new Diagnostic(DiagnosticId.PARAMETER_ORDER, order(step.name(), signature), misplaced.place()));
            } else if (input != null && state != null && types.isSubtype(input.type(), state)) {
                String text = "'" + input.name() + "' has the type of the state (" + TypeText.of(state)
                        + ") or a subtype, so generated code could not distinguish an input from a new state. Wrap it in"
                        + " a record.";
                report.accept(new Diagnostic(DiagnosticId.INPUT_IS_STATE, text, input.place()));
            }
        }
    }

    private static String order(String step, Signature signature) {
        String right = signature
                .parameters()
                .map(parameter -> TypeText.of(parameter.type()) + " " + parameter.name())
                .collect(Collectors.joining(", "));
        return "The parameters of '" + step
                + "' are in the wrong order: first comes the state, then the input, then Answered, then the StepContext. Write "
                + step + "(" + right + ").";
    }

    private static String surplus(StepModel step, Parameter surplus) {
        boolean isContext = TypeRelations.isStepContext(surplus.type());
        if (isContext || TypeRelations.isAnswered(surplus.type())) {
            return "'" + surplus.name() + "' is a second " + (isContext ? "StepContext" : "Answered") + ", and '"
                    + step.name() + "' receives one. Remove this parameter.";
        }
        return "'" + surplus.name() + "' is one parameter too many: '" + step.name()
                + "' receives its state, at most one input, and at most an Answered and a StepContext."
                + " Put what belongs together into one record.";
    }
}
