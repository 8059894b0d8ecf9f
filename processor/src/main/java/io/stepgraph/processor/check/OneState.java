package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;

/** Every step takes the state, and the state is of one type; only an {@code exactly} step sees nothing of it. */
final class OneState implements Check {

    private final TypeRelations types;

    OneState(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        TypeMirror expected = agent.state();
        boolean isPrimitiveReported = false;
        for (StepModel step : agent.steps()) {
            Parameter state = step.signature().state();
            if (step.isExactly()) {
                continue;
            }
            if (state == null) {
                report.accept(new Diagnostic(DiagnosticId.MISSING_STATE, missing(agent, step), step.place()));
            } else if (expected != null && expected.getKind().isPrimitive() && types.same(state.type(), expected)) {
                if (!isPrimitiveReported) {
                    report.accept(new Diagnostic(DiagnosticId.MISSING_STATE, primitive(expected), state.place()));
                }
                isPrimitiveReported = true;
            } else if (expected != null && types.differ(state.type(), expected)) {
                String text = "The state of this graph is " + TypeText.of(expected, state.type())
                        + ", but the first parameter of '"
                        + step.name() + "' is " + TypeText.of(state.type(), expected)
                        + ". Each step takes the state first"
                        + (isPassed(agent, step, state.type())
                                ? ": put '" + declaration(expected) + "' before '" + state.name() + "'."
                                : ".");
                report.accept(new Diagnostic(DiagnosticId.STATE_MISMATCH, text, state.place()));
            }
        }
    }

    private static String primitive(TypeMirror state) {
        return "The state of a graph cannot be " + TypeText.of(state)
                + ": steps change the state, and a primitive cannot be changed. Declare a class or a record with a field of"
                + " this type.";
    }

    private static String missing(AgentModel agent, StepModel step) {
        TypeMirror state = agent.state();
        String what = "'" + step.name() + "' takes no state. ";
        return state == null
                ? what + "The first parameter of every step is the graph's state, a class or a record."
                : what + "Give it the graph's state as its first parameter: " + declaration(state) + ".";
    }

    /** Whether a step is surely meant to take such a value as its input. */
    private boolean isPassed(AgentModel agent, StepModel to, TypeMirror type) {
        return TypeRelations.isStepFailure(type)
                || TypeRelations.isExpired(type)
                || agent.steps().stream()
                        .filter(step -> step.placeOfNext(to.name()).isPresent())
                        .anyMatch(step -> passes(step, type));
    }

    private boolean passes(StepModel step, TypeMirror type) {
        InterruptModel asking = step.interrupt();
        return asking == null
                ? types.isSubtype(step.returned().type(), type)
                : asking.leaves().stream().anyMatch(leaf -> types.isSubtype(leaf.type(), type));
    }

    private static String declaration(TypeMirror state) {
        return TypeText.of(state) + " " + TypeText.parameter(state);
    }
}
