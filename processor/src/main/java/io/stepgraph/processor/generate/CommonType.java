package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.Visibility;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds the nearest type that all questions of an agent share, such as the sealed interface that they implement. */
final class CommonType {

    private CommonType() {}

    static TypeName of(AgentTypes types) {
        List<StepModel> interrupts = types.interrupts();
        TypeName first = types.question(interrupts.get(0));
        if (interrupts.stream().allMatch(each -> types.question(each).equals(first))) {
            return first;
        }
        Set<TypeElement> common = supertypes(interrupts.get(0).returned().type());
        for (StepModel interrupt : interrupts) {
            common.retainAll(supertypes(interrupt.returned().type()));
        }
        return common.stream()
                .filter(each -> !types.model().isPublic() || Visibility.isPublic(each))
                .map(ClassName::get)
                .findFirst()
                .orElse(RuntimeNames.OBJECT);
    }

    /** The type itself and those above it, the nearest first; without those of the JDK, which say nothing. */
    private static Set<TypeElement> supertypes(TypeMirror type) {
        Set<TypeElement> found = new LinkedHashSet<>();
        List<TypeMirror> level = List.of(type);
        while (!level.isEmpty()) {
            level.forEach(each -> add(each, found));
            level = level.stream()
                    .filter(each -> each.getKind() == TypeKind.DECLARED)
                    .map(each -> (TypeElement) ((DeclaredType) each).asElement())
                    .flatMap(element ->
                            Stream.concat(Stream.of(element.getSuperclass()), element.getInterfaces().stream()))
                    .toList();
        }
        return found;
    }

    private static void add(TypeMirror type, Set<TypeElement> found) {
        if (type.getKind() != TypeKind.DECLARED || !Nameable.isNameable(type)) {
            return;
        }
        TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
        if (element.getTypeParameters().isEmpty()
                && !element.getQualifiedName().toString().startsWith("java.")) {
            found.add(element);
        }
    }
}
