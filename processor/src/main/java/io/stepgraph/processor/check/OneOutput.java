package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;

/** All ends of the graph agree on the result. */
final class OneOutput implements Check {

    private final TypeRelations types;

    OneOutput(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StepModel first = null;
        for (StepModel step : agent.steps()) {
            if (!endsByItself(step)) {
                continue;
            }
            if (first == null) {
                first = step;
            } else if (disagree(first.returned(), step.returned())) {
                String text = "'" + step.name() + "' ends the run with " + result(step, first) + ", but '"
                        + first.name() + "' ends it with " + result(first, step)
                        + ". All ends of a graph have one type of result.";
                report.accept(new Diagnostic(
                        DiagnosticId.OUTPUT_MISMATCH, text, step.returned().place()));
            }
        }
    }

    /** Where several ways lead on, the generated factory already demands the graph's own result. */
    private static boolean endsByItself(StepModel step) {
        return step.endsOnly() && !step.isInterrupt() && step.returned().kind() != Kind.NEXT_CLASS;
    }

    private boolean disagree(Returned a, Returned b) {
        boolean aIsResult = a.kind() == Kind.RESULT;
        boolean bIsResult = b.kind() == Kind.RESULT;
        if (types.isUnknown(a.type()) || types.isUnknown(b.type())) {
            return false;
        }
        return aIsResult != bIsResult || (aIsResult && types.differ(a.type(), b.type()));
    }

    private static String result(StepModel step, StepModel other) {
        return step.returned().kind() == Kind.RESULT
                ? TypeText.of(step.returned().type(), other.returned().type())
                : "its state";
    }
}
