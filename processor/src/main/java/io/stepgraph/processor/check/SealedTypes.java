package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Supertypes;
import java.util.Collection;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds the sealed type that a user may have meant. */
final class SealedTypes {

    private SealedTypes() {}

    /** The sealed type of which both are leaves, or which one of them is. */
    static @Nullable TypeElement common(TypeMirror one, TypeMirror other) {
        if (!(one instanceof DeclaredType a) || !(other instanceof DeclaredType b)) {
            return null;
        }
        Collection<TypeElement> above =
                Supertypes.of((TypeElement) b.asElement()).values();
        return Supertypes.of((TypeElement) a.asElement()).values().stream()
                .filter(type -> type.getModifiers().contains(Modifier.SEALED)
                        && type.getTypeParameters().isEmpty()
                        && above.contains(type)
                        && !JdkTypes.contain(type))
                .findFirst()
                .orElse(null);
    }
}
