package io.stepgraph.processor.generate;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeMirror;

/** Types as a person says them: {@code List<Essay>}, without packages and outer classes. */
public final class TypeText {

    private TypeText() {}

    public static String of(TypeMirror type) {
        return of(Nameable.name(type));
    }

    private static String of(TypeName type) {
        if (type instanceof ClassName name) {
            return name.simpleName();
        }
        if (type instanceof ArrayTypeName array) {
            return of(array.componentType()) + "[]";
        }
        if (type instanceof ParameterizedTypeName generic) {
            return generic.typeArguments().stream()
                    .map(TypeText::of)
                    .collect(Collectors.joining(", ", of(generic.rawType()) + "<", ">"));
        }
        return type.toString();
    }
}
