package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Tells state, input and context apart: by their order, and the context by its type. */
final class SignatureReader {

    private SignatureReader() {}

    static Signature read(ExecutableElement method, Places places) {
        @Nullable Parameter state = null;
        @Nullable Parameter input = null;
        @Nullable Parameter context = null;
        List<Parameter> surplus = new ArrayList<>();
        boolean first = true;
        for (VariableElement variable : method.getParameters()) {
            TypeMirror type = variable.asType();
            Parameter parameter = new Parameter(variable.getSimpleName().toString(), type, places.of(variable));
            boolean isContext = TypeRelations.isStepContext(type);
            if (method.isVarArgs() && method.getParameters().size() == 1 && type instanceof ArrayType states) {
                // one mistake, not two: the user meant one state
                parameter = new Parameter(parameter.name(), states.getComponentType(), parameter.place());
                type = states.getComponentType();
            }
            if (isContext && context == null) {
                context = parameter;
            } else if (isContext || context != null) {
                surplus.add(parameter);
            } else if (first && isReference(type)) {
                state = parameter;
            } else if (state != null && input == null && type.getKind() != TypeKind.VOID) {
                input = parameter;
            } else {
                surplus.add(parameter);
            }
            first = false;
        }
        return new Signature(state, input, context, context == null ? null : customEvent(context.type()), surplus);
    }

    private static boolean isReference(TypeMirror type) {
        return !type.getKind().isPrimitive() && type.getKind() != TypeKind.VOID;
    }

    private static @Nullable TypeMirror customEvent(TypeMirror context) {
        List<? extends TypeMirror> arguments = ((DeclaredType) context).getTypeArguments();
        return arguments.size() == 1 && arguments.get(0).getKind() != TypeKind.WILDCARD ? arguments.get(0) : null;
    }
}
