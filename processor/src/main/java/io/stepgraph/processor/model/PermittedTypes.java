package io.stepgraph.processor.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** The direct subtypes of a sealed type, in an order that does not depend on the compiler. */
public final class PermittedTypes {
    private PermittedTypes() {}

    /**
     * The permitted subtypes, by their place in the source if all stand in the same type; otherwise in the order of
     * {@code permits}. Without {@code permits}, javac before version 21 lists them in the order in which it met them,
     * which depends on the order of the source files.
     */
    public static List<TypeMirror> of(TypeElement sealed) {
        List<TypeMirror> permitted = new ArrayList<>(sealed.getPermittedSubclasses());
        long enclosing = permitted.stream()
                .map(type -> element(type).getEnclosingElement())
                .distinct()
                .count();
        if (enclosing == 1 && element(permitted.get(0)).getEnclosingElement() instanceof TypeElement all) {
            List<? extends Element> places = all.getEnclosedElements();
            permitted.sort(Comparator.comparingInt(type -> places.indexOf(element(type))));
        }
        return permitted;
    }

    private static Element element(TypeMirror type) {
        return ((DeclaredType) type).asElement();
    }
}
