package io.stepgraph.processor.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** The types of which a value of a class may hold a value. */
public final class HeldTypes {

    private HeldTypes() {}

    /** Returns those that it permits, the one that it extends, and those of its stored fields. */
    public static List<TypeMirror> of(TypeElement type) {
        List<TypeMirror> held = new ArrayList<>(PermittedTypes.of(type));
        held.add(type.getSuperclass());
        for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
            Set<Modifier> modifiers = field.getModifiers();
            if (!modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.TRANSIENT)) {
                held.add(field.asType());
            }
        }
        return held;
    }
}
