package io.stepgraph.processor.generate;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.List;

/** Declared types as expressions, made of class literals so that nothing has to be looked up at run time. */
final class ValueTypes {

    private ValueTypes() {}

    static CodeBlock of(TypeName declared) {
        TypeName type = bound(declared).box();
        CodeBlock.Builder code = CodeBlock.builder().add("$T.of($T.class", RuntimeNames.VALUE_TYPE, erased(type));
        arguments(type).forEach(argument -> code.add(", $L", of(argument)));
        return code.add(")").build();
    }

    static TypeName erased(TypeName type) {
        if (type instanceof ParameterizedTypeName generic) {
            return generic.rawType();
        }
        return type instanceof ArrayTypeName array ? ArrayTypeName.of(erased(array.componentType())) : type;
    }

    /** The component type, if the class of the array loses type arguments. */
    private static List<TypeName> arguments(TypeName type) {
        if (type instanceof ParameterizedTypeName generic) {
            return generic.typeArguments();
        }
        if (type instanceof ArrayTypeName array && !erased(type).equals(type)) {
            return List.of(array.componentType());
        }
        return List.of();
    }

    private static TypeName bound(TypeName type) {
        if (type instanceof WildcardTypeName wildcard) {
            return wildcard.lowerBounds().isEmpty()
                    ? wildcard.upperBounds().get(0)
                    : wildcard.lowerBounds().get(0);
        }
        return type;
    }
}
