package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Enclosing;
import io.stepgraph.processor.model.TypeParts;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds out which code can see a type. */
public final class Visibility {

    private Visibility() {}

    /** Whether a public class may name this type without surprising anybody. */
    static boolean isPublic(TypeMirror type) {
        return parts(type).allMatch(Visibility::isPublic);
    }

    public static boolean isPublic(Element type) {
        return outwards(type).allMatch(each -> each.getModifiers().contains(Modifier.PUBLIC));
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
        return outwards(type).anyMatch(each -> each.getModifiers().contains(Modifier.PRIVATE));
    }

    /** A class and those around it. */
    private static Stream<Element> outwards(Element type) {
        Element around = type.getEnclosingElement();
        return around == null || type.getKind() == ElementKind.PACKAGE
                ? Stream.of()
                : Stream.concat(Stream.of(type), outwards(around));
    }

    private static Stream<Element> parts(TypeMirror type) {
        return TypeParts.declared(type).map(DeclaredType::asElement);
    }
}
