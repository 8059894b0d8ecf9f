package io.stepgraph.internal.json;

import io.stepgraph.runtime.graph.ValueType;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.type.TypeFactory;

/** Declared types as Jackson knows them. */
public final class JavaTypes {
    private JavaTypes() {}

    /** A declared type. */
    public static JavaType of(TypeFactory types, ValueType type) {
        if (type.arguments().isEmpty()) {
            return types.constructType(type.type());
        }
        if (type.type().isArray()) {
            return types.constructArrayType(of(types, type.arguments().get(0)));
        }
        JavaType[] arguments = new JavaType[type.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = of(types, type.arguments().get(i));
        }
        return types.constructParametricType(type.type(), arguments);
    }
}
