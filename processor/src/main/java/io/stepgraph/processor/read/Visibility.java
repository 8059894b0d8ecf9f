package io.stepgraph.processor.read;

import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/** Finds out which code can see a type. */
public final class Visibility {

    private Visibility() {}

    /** Whether a public class may name this type without surprising anybody. */
    static boolean isPublic(TypeMirror type) {
        return parts(type).allMatch(Visibility::isPublic);
    }

    public static boolean isPublic(Element type) {
        for (Element e = type; e != null && e.getKind() != ElementKind.PACKAGE; e = e.getEnclosingElement()) {
            if (!e.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }

    /** The private type that this type mentions, or null if the whole package can see it. */
    public static @Nullable Element hidden(TypeMirror type) {
        return parts(type).filter(Visibility::isPrivate).findFirst().orElse(null);
    }

    /** The type that this type mentions and code beside this class cannot name, or null. */
    public static @Nullable Element hidden(TypeMirror type, Element from) {
        return parts(type)
                .filter(part ->
                        isPrivate(part) || (!isPublic(part) && !home(part).equals(home(from))))
                .findFirst()
                .orElse(null);
    }

    private static Element home(Element type) {
        Element home = type;
        while (home.getKind() != ElementKind.PACKAGE && home.getEnclosingElement() != null) {
            home = home.getEnclosingElement();
        }
        return home;
    }

    public static boolean isPrivate(Element type) {
        for (Element e = type; e != null && e.getKind() != ElementKind.PACKAGE; e = e.getEnclosingElement()) {
            if (e.getModifiers().contains(Modifier.PRIVATE)) {
                return true;
            }
        }
        return false;
    }

    private static Stream<Element> parts(@Nullable TypeMirror type) {
        if (type instanceof DeclaredType declared) {
            return Stream.concat(
                    Stream.of(declared.asElement()),
                    declared.getTypeArguments().stream().flatMap(Visibility::parts));
        }
        if (type instanceof ArrayType array) {
            return parts(array.getComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.concat(parts(wildcard.getExtendsBound()), parts(wildcard.getSuperBound()));
        }
        return Stream.of();
    }
}
