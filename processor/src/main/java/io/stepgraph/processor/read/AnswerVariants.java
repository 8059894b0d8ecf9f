package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.OpenType;
import io.stepgraph.processor.model.PermittedTypes;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Takes answer types apart: sealed types down to the leaves that no sealed type divides further. */
public final class AnswerVariants {

    private final Map<TypeElement, AnswerVariant> leaves = new LinkedHashMap<>();
    private final List<OpenType> open = new ArrayList<>();
    private final Set<TypeElement> seen = new HashSet<>();
    private boolean complete = true;

    public static AnswerVariants of(List<TypeUse> answers) {
        AnswerVariants leaves = new AnswerVariants();
        for (TypeUse answer : answers) {
            leaves.add(answer.type(), answer.place());
        }
        return leaves;
    }

    public List<AnswerVariant> leaves() {
        return List.copyOf(leaves.values());
    }

    /** Returns the classes of the leaves. */
    public List<TypeElement> kinds() {
        return List.copyOf(leaves.keySet());
    }

    List<OpenType> open() {
        return open;
    }

    /** False if a type does not exist (yet). */
    boolean isComplete() {
        return complete;
    }

    private void add(TypeMirror type, Place declared) {
        if (type.getKind() == TypeKind.ERROR) {
            complete = false;
            return;
        }
        if (type.getKind() != TypeKind.DECLARED) {
            open.add(new OpenType(type, false, declared));
            return;
        }
        TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
        if (!seen.add(element)) {
            return;
        }
        if (!element.getTypeParameters().isEmpty()) {
            open.add(new OpenType(type, true, declared));
            return;
        }
        Set<Modifier> modifiers = element.getModifiers();
        ElementKind kind = element.getKind();
        // an enum whose constants have bodies is implicitly sealed, but is one leaf
        boolean sealed = modifiers.contains(Modifier.SEALED) && kind != ElementKind.ENUM;
        boolean closed = modifiers.contains(Modifier.FINAL)
                || kind == ElementKind.ENUM
                || kind == ElementKind.RECORD
                || isMadeFinal(element);
        if (closed || (sealed && !modifiers.contains(Modifier.ABSTRACT) && kind == ElementKind.CLASS)) {
            leaves.put(element, new AnswerVariant(element, element.asType(), declared, List.of()));
        }
        if (sealed) {
            PermittedTypes.of(element).forEach(permitted -> add(permitted, declared));
        } else if (!closed) {
            open.add(new OpenType(type, false, declared));
        }
    }

    /** Lombok makes a class final after this processor has read it. */
    private static boolean isMadeFinal(TypeElement type) {
        return isAnnotated(type, "lombok.Value") && !isAnnotated(type, "lombok.experimental.NonFinal");
    }

    private static boolean isAnnotated(TypeElement type, String annotation) {
        return type.getAnnotationMirrors().stream()
                .map(mirror -> (TypeElement) mirror.getAnnotationType().asElement())
                .anyMatch(element -> element.getQualifiedName().contentEquals(annotation));
    }
}
