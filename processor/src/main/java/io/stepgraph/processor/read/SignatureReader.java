package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes state, input, {@code Answered} and context: by their order, or, where that is wrong, by the type of the
 * graph's state.
 */
final class SignatureReader {

    private final TypeRelations types;
    private final @Nullable TypeMirror stateOfGraph;

    SignatureReader(TypeRelations types, @Nullable TypeMirror stateOfGraph) {
        this.types = types;
        this.stateOfGraph = stateOfGraph;
    }

    Signature read(ExecutableElement method, Places places, boolean exactly) {
        List<Parameter> parameters = new ArrayList<>();
        for (VariableElement variable : method.getParameters()) {
            parameters.add(new Parameter(
                    variable.getSimpleName().toString(), type(method, variable), places.ofType(variable)));
        }
        Signature sorted = sorted(parameters, exactly);
        return sorted == null ? inOrder(parameters) : sorted;
    }

    /** The type of a parameter. Of a variable number of states, which is one mistake, that of one state. */
    static TypeMirror type(ExecutableElement method, VariableElement parameter) {
        return method.isVarArgs()
                        && method.getParameters().size() == 1
                        && parameter.asType() instanceof ArrayType states
                ? states.getComponentType()
                : parameter.asType();
    }

    private Signature inOrder(List<Parameter> parameters) {
        @Nullable Parameter state = null;
        @Nullable Parameter input = null;
        @Nullable Parameter answered = null;
        @Nullable Parameter context = null;
        List<Parameter> surplus = new ArrayList<>();
        for (Parameter parameter : parameters) {
            boolean isContext = TypeRelations.isStepContext(parameter.type());
            boolean isAnswered = TypeRelations.isAnswered(parameter.type());
            if (isContext && context == null) {
                context = parameter;
            } else if (isAnswered && answered == null && context == null) {
                answered = parameter;
            } else if (isContext
                    || isAnswered
                    || answered != null
                    || context != null
                    || parameter.type().getKind() == TypeKind.VOID) {
                surplus.add(parameter);
            } else if (state == null && surplus.isEmpty()) {
                state = parameter;
            } else if (state != null && input == null) {
                input = parameter;
            } else {
                surplus.add(parameter);
            }
        }
        boolean hasOtherState = state != null && stateOfGraph != null && types.differ(state.type(), stateOfGraph);
        return new Signature(
                state, input, answered(answered), context, customEvent(context), surplus, hasOtherState, null);
    }

    /**
     * Null unless these are a state, which only {@code exactly} lacks, at most one input, and any number of
     * {@code Answered} and contexts, in any order.
     */
    private @Nullable Signature sorted(List<Parameter> parameters, boolean exactly) {
        @Nullable Parameter state = null;
        @Nullable Parameter input = null;
        @Nullable Parameter answered = null;
        @Nullable Parameter context = null;
        List<Parameter> surplus = new ArrayList<>();
        for (Parameter parameter : parameters) {
            boolean isContext = TypeRelations.isStepContext(parameter.type());
            boolean isAnswered = TypeRelations.isAnswered(parameter.type());
            if (isContext && context == null) {
                context = parameter;
            } else if (isAnswered && answered == null) {
                answered = parameter;
            } else if (isContext || isAnswered) {
                surplus.add(parameter);
            } else if (state == null && stateOfGraph != null && types.alike(parameter.type(), stateOfGraph)) {
                state = parameter;
            } else if (input == null && parameter.type().getKind() != TypeKind.VOID) {
                input = parameter;
            } else {
                return null;
            }
        }
        if (state == null && !exactly) {
            return null;
        }
        @Nullable Parameter misplaced = misplaced(parameters, Stream.of(state, input, answered, context));
        return new Signature(
                state, input, answered(answered), context, customEvent(context), surplus, false, misplaced);
    }

    private static @Nullable Parameter misplaced(List<Parameter> parameters, Stream<@Nullable Parameter> inOrder) {
        List<Parameter> right = inOrder.flatMap(Stream::<Parameter>ofNullable).toList();
        for (int i = 0; i < right.size(); i++) {
            if (!parameters.get(i).equals(right.get(i))) {
                return parameters.get(i);
            }
        }
        return null;
    }

    private static @Nullable AnsweredParameter answered(@Nullable Parameter parameter) {
        if (parameter == null) {
            return null;
        }
        List<? extends TypeMirror> arguments = ((DeclaredType) parameter.type()).getTypeArguments();
        boolean says = arguments.size() == 2
                && arguments.stream().noneMatch(argument -> argument.getKind() == TypeKind.WILDCARD);
        return new AnsweredParameter(parameter, says ? arguments.get(0) : null, says ? arguments.get(1) : null);
    }

    private static @Nullable TypeMirror customEvent(@Nullable Parameter context) {
        List<? extends TypeMirror> arguments =
                context == null ? List.of() : ((DeclaredType) context.type()).getTypeArguments();
        return arguments.size() == 1 && arguments.get(0).getKind() != TypeKind.WILDCARD ? arguments.get(0) : null;
    }
}
