package io.stepgraph.runtime.execute;

import java.lang.invoke.MethodType;

/** The classes of values whose declared type is primitive. */
final class Boxes {
    private Boxes() {}

    static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }
}
