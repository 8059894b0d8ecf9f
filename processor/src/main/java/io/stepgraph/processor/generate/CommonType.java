package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.Visibility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds the nearest type that all questions of an agent share, such as the sealed interface that they implement. */
final class CommonType {

    private CommonType() {}

    static TypeName of(AgentTypes types) {
        List<TypeMirror> questions = types.interrupts().stream()
                .map(StepModel::returned)
                .map(returned -> returned.type())
                .toList();
        Map<TypeName, TypeElement> common = supertypes(questions.get(0));
        TypeName first = Nameable.name(questions.get(0)).box();
        if (types.interrupts().stream()
                .allMatch(each -> OutcomeTypes.question(each).equals(first))) {
            return first;
        }
        for (TypeMirror question : questions) {
            common.keySet().retainAll(supertypes(question).keySet());
        }
        return common.entrySet().stream()
                .filter(each -> !types.model().isPublic() || Visibility.isPublic(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Api.OBJECT);
    }

    /** The type itself and those above it, the nearest first; without those of the JDK, which say nothing. */
    private static Map<TypeName, TypeElement> supertypes(TypeMirror type) {
        Map<TypeName, TypeElement> found = new LinkedHashMap<>();
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

    private static void add(TypeMirror type, Map<TypeName, TypeElement> found) {
        if (type.getKind() != TypeKind.DECLARED || !Nameable.isNameable(type)) {
            return;
        }
        TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
        if (element.getTypeParameters().isEmpty()
                && !element.getQualifiedName().toString().startsWith("java.")) {
            found.put(TypeName.get(type), element);
        }
    }
}
