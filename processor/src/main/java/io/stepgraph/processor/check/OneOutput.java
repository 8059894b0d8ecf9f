package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** All ends of the graph agree on the result. */
final class OneOutput implements Check {

    private final TypeRelations types;

    OneOutput(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StepModel first = null;
        boolean isSealedReported = false;
        for (StepModel step : agent.steps()) {
            if (!endsByItself(step)) {
                continue;
            }
            if (first == null) {
                first = step;
            } else if (disagree(first.returned(), step.returned())) {
                TypeElement common = common(first.returned(), step.returned());
                boolean isSealed = common != null && types.same(step.returned().type(), common.asType());
                StepModel right = isSealed ? step : first;
                if (common == null || !isSealedReported) {
                    report.accept(mismatch(isSealed ? first : step, right, common));
                }
                isSealedReported |=
                        common != null && !types.same(right.returned().type(), common.asType());
                first = right;
            }
        }
    }

    private static @Nullable TypeElement common(Returned a, Returned b) {
        return a.kind() == Kind.RESULT && b.kind() == Kind.RESULT ? SealedTypes.common(a.type(), b.type()) : null;
    }

    /** {@code common} is the sealed type to return instead; null if there is none. */
    private Diagnostic mismatch(StepModel wrong, StepModel right, @Nullable TypeElement common) {
        String text = "'" + wrong.name() + "' ends the run with " + result(wrong, right) + ", but '" + right.name()
                + "' ends it with " + result(right, wrong) + ". All ends of a graph have one type of result";
        if (common != null) {
            boolean isReturned = types.same(right.returned().type(), common.asType());
            text += ": return " + common.getSimpleName() + " from "
                    + (isReturned ? "'" + wrong.name() + "' too" : "both");
        }
        return new Diagnostic(
                DiagnosticId.OUTPUT_MISMATCH, text + ".", wrong.returned().place());
    }

    /**
     * Returns whether no other way leads on. Where several do, the generated factory already demands the graph's own
     * result.
     */
    private static boolean endsByItself(StepModel step) {
        return step.endsOnly()
                && !step.isInterrupt()
                && !step.isWait()
                && !step.isCall()
                && step.returned().kind() != Kind.NEXT_CLASS;
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
