package io.stepgraph.processor.read;

import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Compares types, some of which may not exist (yet): those are {@link #isUnknown unknown} and related to none. */
public final class TypeRelations {

    private static final String RUNTIME = "io.stepgraph.runtime.";

    private final Types types;

    public TypeRelations(Types types) {
        this.types = types;
    }

    public boolean isUnknown(TypeMirror type) {
        return switch (type.getKind()) {
            case ERROR -> true;
            case ARRAY -> isUnknown(((ArrayType) type).getComponentType());
            case DECLARED -> ((DeclaredType) type).getTypeArguments().stream().anyMatch(this::isUnknown);
            default -> false;
        };
    }

    public boolean same(TypeMirror a, TypeMirror b) {
        return !isUnknown(a) && !isUnknown(b) && types.isSameType(a, b);
    }

    /** Whether the two are surely not the same. */
    public boolean differ(TypeMirror a, TypeMirror b) {
        return !isUnknown(a) && !isUnknown(b) && !types.isSameType(a, b);
    }

    /** Whether a value of one type can be stored as the other and read back: a primitive is a subtype of itself only. */
    public boolean isSubtype(TypeMirror sub, TypeMirror type) {
        if (isUnknown(sub) || isUnknown(type) || sub.getKind() == TypeKind.VOID) {
            return false;
        }
        return sub.getKind().isPrimitive() || type.getKind().isPrimitive()
                ? types.isSameType(sub, type)
                : types.isSubtype(sub, type);
    }

    static boolean isStepContext(TypeMirror type) {
        return isRuntimeType(type, "StepContext");
    }

    public static boolean isStepFailure(TypeMirror type) {
        return isRuntimeType(type, "StepFailure");
    }

    public static boolean isExpired(TypeMirror type) {
        return isRuntimeType(type, "Expired");
    }

    /** A type of the runtime, or one by its simple name where the runtime is missing from the class path. */
    private static boolean isRuntimeType(TypeMirror type, String simpleName) {
        if (!(type instanceof DeclaredType declared)) {
            return false;
        }
        TypeElement element = (TypeElement) declared.asElement();
        if (!element.getSimpleName().contentEquals(simpleName)) {
            return false;
        }
        return type.getKind() == TypeKind.ERROR
                || element.getQualifiedName().toString().equals(RUNTIME + simpleName);
    }
}
