package io.stepgraph.processor.model;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Finds the supertypes of a type. */
public final class Supertypes {

    private Supertypes() {}

    /** A type and all its supertypes by qualified name, classes before interfaces. */
    public static Map<String, TypeElement> of(TypeElement type) {
        Map<String, TypeElement> all = new LinkedHashMap<>();
        add(type, all);
        return all;
    }

    /** This type as one of its supertypes, with its type arguments; null if it is not a subtype. */
    public static @Nullable DeclaredType as(String supertype, DeclaredType type, Types types) {
        TypeElement element = (TypeElement) type.asElement();
        if (element.getQualifiedName().contentEquals(supertype)) {
            return type;
        }
        for (TypeMirror parent : types.directSupertypes(type)) {
            DeclaredType found = parent instanceof DeclaredType declared ? as(supertype, declared, types) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static void add(TypeElement type, Map<String, TypeElement> all) {
        if (all.putIfAbsent(type.getQualifiedName().toString(), type) == null) {
            add(type.getSuperclass(), all);
            type.getInterfaces().forEach(parent -> add(parent, all));
        }
    }

    private static void add(TypeMirror type, Map<String, TypeElement> all) {
        if (type.getKind() == TypeKind.DECLARED) {
            add((TypeElement) ((DeclaredType) type).asElement(), all);
        }
    }
}
