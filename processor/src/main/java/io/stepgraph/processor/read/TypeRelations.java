package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Supertypes;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * Compares types, some of which may not exist (yet): those are {@link #isUnknown unknown} and related to none. A
 * primitive counts as its box, because generated code passes values as objects.
 */
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
        return !isUnknown(a) && !isUnknown(b) && types.isSameType(boxed(a), boxed(b));
    }

    /** Returns whether two types are the same; two that are unknown are, if they are written in the same way. */
    public boolean alike(TypeMirror a, TypeMirror b) {
        return same(a, b) || (isUnknown(a) && isUnknown(b) && a.toString().equals(b.toString()));
    }

    /** Whether the two are surely not the same. */
    public boolean differ(TypeMirror a, TypeMirror b) {
        return !isUnknown(a) && !isUnknown(b) && !types.isSameType(boxed(a), boxed(b));
    }

    /** Whether a value of one type can be stored as the other and read back. */
    public boolean isSubtype(TypeMirror sub, TypeMirror type) {
        return !isUnknown(sub)
                && !isUnknown(type)
                && sub.getKind() != TypeKind.VOID
                && type.getKind() != TypeKind.VOID
                && types.isSubtype(boxed(sub), boxed(type));
    }

    /** The type of a member where its class is used with these type arguments. */
    TypeMirror ofMember(DeclaredType holder, Element member) {
        return types.asMemberOf(holder, member);
    }

    TypeMirror boxed(TypeMirror type) {
        return type instanceof PrimitiveType primitive
                ? types.boxedClass(primitive).asType()
                : type;
    }

    /** Whether a step with this input takes such a value. */
    public boolean takes(@Nullable Parameter input, TypeMirror value) {
        return input != null && isSubtype(value, input.type());
    }

    /** Whether a step with this input takes {@code Expired}. */
    public static boolean takesExpired(@Nullable Parameter input) {
        return input != null && (isExpired(input.type()) || isNamed(input.type(), "java.lang.Object"));
    }

    /** Whether it has no value but null. */
    public static boolean isVoid(TypeMirror type) {
        return type.getKind() == TypeKind.VOID || isNamed(type, "java.lang.Void");
    }

    public static boolean isStepContext(TypeMirror type) {
        return isRuntimeType(type, "StepContext");
    }

    public static boolean isAnswered(TypeMirror type) {
        return isRuntimeType(type, "Answered");
    }

    public static boolean isEffect(TypeMirror type) {
        return isRuntimeType(type, "Effect");
    }

    public static boolean isStepFailure(TypeMirror type) {
        return isRuntimeType(type, "StepFailure");
    }

    /** The result of which a type is the {@code Ended}; null if it is none. */
    public static @Nullable TypeMirror ended(TypeMirror type) {
        return isRuntimeType(type, "Ended") ? argument(type) : null;
    }

    /** The type of the elements, if a type is a {@code List} or a subtype; else null. */
    public @Nullable TypeMirror element(TypeMirror type) {
        DeclaredType list = type.getKind() == TypeKind.DECLARED
                ? Supertypes.as("java.util.List", (DeclaredType) type, types)
                : null;
        return list == null ? null : argument(list);
    }

    /** The type of the reply that a message wants, which without a type argument may be any; null if it wants none. */
    @Nullable TypeMirror reply(TypeMirror message) {
        DeclaredType asks = message.getKind() == TypeKind.DECLARED
                ? Supertypes.as(RUNTIME + "AsksFor", (DeclaredType) message, types)
                : null;
        TypeMirror reply = asks == null ? null : argument(asks);
        return asks == null || reply != null
                ? reply
                : types.erasure(((TypeElement) asks.asElement())
                        .getTypeParameters()
                        .get(0)
                        .asType());
    }

    private static @Nullable TypeMirror argument(TypeMirror type) {
        List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
        return arguments.isEmpty() ? null : arguments.get(0);
    }

    /** Whether it is a {@code List}, and no subtype. */
    public static boolean isList(TypeMirror type) {
        return isNamed(type, "java.util.List");
    }

    public static boolean isExpired(TypeMirror type) {
        return isRuntimeType(type, "Expired");
    }

    /** Whether it says when: an instant, or a duration from now. */
    public static boolean isTime(TypeMirror type) {
        return isNamed(type, "java.time.Instant") || isNamed(type, "java.time.Duration");
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
        return type.getKind() == TypeKind.ERROR || isNamed(type, RUNTIME + simpleName);
    }

    private static boolean isNamed(TypeMirror type, String qualifiedName) {
        return type instanceof DeclaredType declared
                && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals(qualifiedName);
    }
}
