package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.AnswerVariants;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Stored types have distinct names when they are read, and no name can load an arbitrary class. */
final class StoredTypes implements Check {

    private static final String TYPE_INFO = "com.fasterxml.jackson.annotation.JsonTypeInfo";

    private static final Set<String> NAMES_CLASSES = Set.of("CLASS", "MINIMAL_CLASS", "CUSTOM");

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Set<Element> ambiguous = new HashSet<>();
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            if (asked != null) {
                distinct(asked.leaves(), ambiguous, report);
            }
        }
        Reachable.visit(agent, (type, place) -> {
            if (type.getModifiers().contains(Modifier.SEALED)) {
                distinct(
                        AnswerVariants.of(List.of(new TypeUse(type.asType(), place)))
                                .leaves(),
                        ambiguous,
                        report);
            }
            if (namesClasses(type)) {
                report.accept(new Diagnostic(DiagnosticId.UNSAFE_TYPING, unsafe(type), place));
            }
        });
    }

    private static void distinct(List<AnswerVariant> leaves, Set<Element> reported, Consumer<Diagnostic> report) {
        Map<String, TypeElement> bySimpleName = new HashMap<>();
        for (AnswerVariant leaf : leaves) {
            TypeElement type = leaf.element();
            TypeElement earlier = bySimpleName.putIfAbsent(type.getSimpleName().toString(), type);
            if (earlier != null && reported.add(type)) {
                String text = type.getQualifiedName() + " and " + earlier.getQualifiedName()
                        + " have the same simple name, by which they are stored, so they could not be distinguished."
                        + " Rename one of them.";
                Place place = leaf.declared();
                report.accept(new Diagnostic(DiagnosticId.AMBIGUOUS_TYPE_NAME, text, place));
            }
        }
    }

    private static boolean namesClasses(TypeElement type) {
        return Stream.concat(Stream.of(type), type.getEnclosedElements().stream())
                .flatMap(element -> element.getAnnotationMirrors().stream())
                .anyMatch(StoredTypes::namesClasses);
    }

    private static boolean namesClasses(AnnotationMirror annotation) {
        TypeElement type = (TypeElement) annotation.getAnnotationType().asElement();
        return type.getQualifiedName().contentEquals(TYPE_INFO)
                && annotation.getElementValues().entrySet().stream()
                        .anyMatch(entry -> entry.getKey().getSimpleName().contentEquals("use")
                                && entry.getValue().getValue() instanceof VariableElement id
                                && NAMES_CLASSES.contains(id.getSimpleName().toString()));
    }

    private static String unsafe(TypeElement type) {
        return type.getSimpleName()
                + " makes Jackson store class names, so anyone who can write to the store could make Jackson"
                + " load any class. Remove @JsonTypeInfo: leaves of a sealed type need no annotation.";
    }
}
