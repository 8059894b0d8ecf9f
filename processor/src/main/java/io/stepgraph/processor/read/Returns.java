package io.stepgraph.processor.read;

import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Determines the meaning of a return type, given the step's {@code next}. */
final class Returns {

    private final Steps steps;
    private final GeneratedNames names;
    private final @Nullable TypeMirror state;
    private final TypeRelations types;

    Returns(Steps steps, GeneratedNames names, @Nullable TypeMirror state, TypeRelations types) {
        this.steps = steps;
        this.names = names;
        this.state = state;
        this.types = types;
    }

    Returned resolve(StepModel step) {
        TypeMirror type = step.returned().type();
        return new Returned(kind(step, type), type, step.returned().place());
    }

    private Kind kind(StepModel step, TypeMirror type) {
        if (step.isInterrupt()) {
            return TypeRelations.isVoid(type) ? Kind.VOID : Kind.QUESTION;
        }
        if (type.getKind() == TypeKind.VOID) {
            return Kind.VOID;
        }
        if (step.isWait()) {
            return TypeRelations.isTime(type) ? Kind.TIME : Kind.OTHER;
        }
        if (step.isCall()) {
            return Kind.STARTS;
        }
        if (names.isNested(type, GeneratedNames.next(step.name()))) {
            return Kind.NEXT_CLASS;
        }
        if (step.next().isEmpty() || step.chooses()) {
            return Kind.OTHER;
        }
        if (state != null && types.isSubtype(type, state)) {
            return Kind.STATE;
        }
        Name next = step.next().get(0);
        if (next.isEnd()) {
            return Kind.RESULT;
        }
        StepModel target = steps.find(next);
        Parameter input = target == null ? null : target.input();
        return input != null && types.isSubtype(type, input.type()) ? Kind.INPUT_FOR_NEXT : Kind.OTHER;
    }
}
