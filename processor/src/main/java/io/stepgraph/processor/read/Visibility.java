package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Enclosing;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
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

    /** The existing type that this type mentions and code beside this class cannot name, or null. */
    public static @Nullable Element hidden(TypeMirror type, Element from) {
        return parts(type)
                .filter(part -> part.asType().getKind() == TypeKind.DECLARED)
                .filter(part -> isPrivate(part)
                        || (!isPublic(part) && !Enclosing.home(part).equals(Enclosing.home(from))))
                .findFirst()
                .orElse(null);
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
