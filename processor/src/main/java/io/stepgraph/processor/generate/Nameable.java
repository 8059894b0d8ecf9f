package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.TypeParts;
import io.stepgraph.processor.read.Visibility;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Names types of the user. A type variable, or a type that is missing or private, becomes {@code Object}: the compiler
 * or a check reports it where it is written, and generated code must not cause a second error.
 */
final class Nameable {

    private Nameable() {}

    static TypeName name(@Nullable TypeMirror type) {
        return type != null && isNameable(type) ? TypeName.get(type) : RuntimeNames.OBJECT;
    }

    static boolean isNameable(TypeMirror type) {
        return TypeParts.of(type).noneMatch(Nameable::isUnnamed);
    }

    /** Whether code in this package may name a class. It matches other kinds of answer by a visible supertype. */
    static boolean isVisible(TypeElement type, String fromPackage) {
        if (Visibility.isPublic(type)) {
            return true;
        }
        ClassName name = ClassName.get(type);
        return name.packageName().equals(fromPackage) && !Visibility.isPrivate(type);
    }

    private static boolean isUnnamed(TypeMirror part) {
        return switch (part.getKind()) {
            case ERROR, TYPEVAR, INTERSECTION, UNION, NONE -> true;
            case DECLARED -> Visibility.isPrivate(((DeclaredType) part).asElement());
            default -> false;
        };
    }
}
