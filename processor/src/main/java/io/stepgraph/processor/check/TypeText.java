package io.stepgraph.processor.check;

import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Writes types as a user writes them: by simple name. */
final class TypeText {

    private TypeText() {}

    static String of(TypeMirror type) {
        if (type instanceof DeclaredType declared) {
            return declared.asElement().getSimpleName() + arguments(declared.getTypeArguments());
        }
        if (type instanceof ArrayType array) {
            return of(array.getComponentType()) + "[]";
        }
        if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() != null
                    ? "? extends " + of(wildcard.getExtendsBound())
                    : wildcard.getSuperBound() != null ? "? super " + of(wildcard.getSuperBound()) : "?";
        }
        return type.toString();
    }

    /**
     * Returns the first of two types that differ, as text: by qualified name if their simple names do not tell them
     * apart.
     */
    static String of(TypeMirror type, TypeMirror other) {
        String text = of(type);
        return text.equals(of(other)) ? type.toString() : text;
    }

    /** Returns a type behind its article: {@code an Essay}. */
    static String a(TypeMirror type) {
        String text = of(type);
        return ("AEIOaeio".indexOf(text.charAt(0)) < 0 ? "a " : "an ") + text;
    }

    static String list(List<? extends Element> types) {
        return types.stream().map(type -> type.getSimpleName().toString()).collect(Collectors.joining(", "));
    }

    /** A name for a parameter of this type: {@code essay} for {@code Essay}. */
    static String parameter(TypeMirror type) {
        String name = of(type).replaceAll("[^A-Za-z0-9_$].*", "");
        String lower = name.isEmpty() ? "" : Character.toLowerCase(name.charAt(0)) + name.substring(1);
        return SourceVersion.isName(lower) ? lower : "value";
    }

    private static String arguments(List<? extends TypeMirror> arguments) {
        return arguments.isEmpty()
                ? ""
                : arguments.stream().map(TypeText::of).collect(Collectors.joining(", ", "<", ">"));
    }
}
