package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/**
 * {@code onFailure} names a step that takes the failure, with the input that failed, and no chain of them comes back to
 * itself. What says more of it is not there without it.
 */
final class FailureSteps implements Check {

    private final TypeRelations types;

    FailureSteps(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            if (step.inDoubt() != null && step.onFailure() == null) {
                String text = "'" + step.name() + "' says inDoubt = true, but has no step that handles a failure."
                        + " Add onFailure, or leave inDoubt out: without it, the run parks until a person has resolved what is in"
                        + " doubt.";
                report.accept(new Diagnostic(DiagnosticId.IN_DOUBT_WITHOUT_FAILURE_STEP, text, step.inDoubt()));
            }
            if (!step.failures().isEmpty() && step.onFailure() == null) {
                String text =
                        "'" + step.name() + "' says which failures its onFailure step takes, but has no such step."
                                + " Add onFailure, or remove failures.";
                report.accept(new Diagnostic(
                        DiagnosticId.BAD_FAILURE_STEP,
                        text,
                        step.failures().get(0).place()));
            }
        }
        List<Edge> failures = agent.edges().stream()
                .filter(edge -> edge.kind() == Edge.Kind.FAILURE)
                .toList();
        if (failures.isEmpty()) {
            return;
        }
        Paths paths = new Paths(agent.steps().size(), failures);
        BitSet reported = new BitSet();
        for (Edge failure : failures) {
            StepModel step = agent.steps().get(failure.from());
            Name onFailure = step.onFailure();
            StepModel target = agent.steps().get(failure.to());
            if (onFailure == null) {
                continue;
            }
            Parameter failed = step.input();
            TypeMirror asked = asked(target);
            List<Edge> round = paths.shortest(step.index(), step.index());
            if (!takesFailure(target) || isOfCall(agent, target)) {
                String text = "'" + target.name() + "' takes no StepFailure, so it cannot take over from '"
                        + step.name() + "'. Declare it as "
                        + StepNames.declaration(agent, target.name(), "StepFailure<?> failure") + ".";
                report.accept(new Diagnostic(DiagnosticId.BAD_FAILURE_STEP, text, onFailure.place()));
            } else if (asked != null && !takes(asked, failed)) {
                String text =
                        "'" + target.name() + "' takes StepFailure<" + TypeText.of(asked) + ">, but '" + step.name()
                                + "' takes " + (failed == null ? "no input" : TypeText.of(failed.type()))
                                + ". Declare a type that fits the input of each step that names it, or StepFailure<?>.";
                report.accept(new Diagnostic(DiagnosticId.BAD_FAILURE_STEP, text, onFailure.place()));
            } else if (round != null && !reported.get(step.index())) {
                Paths.steps(round).forEach(reported::set);
                String text =
                        "If these steps fail one after the other, the run repeats them until its step budget is spent: "
                                + PathText.of(agent, Paths.steps(round)) + ". Remove onFailure from one of them.";
                report.accept(new Diagnostic(DiagnosticId.FAILURE_LOOP, text, onFailure.place()));
            }
        }
    }

    /** The input of the failed step that a failure step asks for; null for {@code StepFailure<?>}. */
    private static @Nullable TypeMirror asked(StepModel failureStep) {
        Parameter input = failureStep.input();
        if (input == null
                || !TypeRelations.isStepFailure(input.type())
                || !(input.type() instanceof DeclaredType failure)
                || failure.getTypeArguments().isEmpty()) {
            return null;
        }
        TypeMirror argument = failure.getTypeArguments().get(0);
        if (argument instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() == null ? wildcard.getSuperBound() : wildcard.getExtendsBound();
        }
        return argument;
    }

    private boolean takes(TypeMirror asked, @Nullable Parameter failed) {
        return types.isUnknown(asked)
                || (failed != null && (types.isUnknown(failed.type()) || types.isSubtype(failed.type(), asked)));
    }

    private static boolean isOfCall(AgentModel agent, StepModel target) {
        return target.input() != null && agent.callOf(target.input().type()) != null;
    }

    private boolean takesFailure(StepModel step) {
        Parameter input = step.input();
        return step.signature().hasOtherState()
                || (input != null && (TypeRelations.isStepFailure(input.type()) || types.isUnknown(input.type())));
    }
}
