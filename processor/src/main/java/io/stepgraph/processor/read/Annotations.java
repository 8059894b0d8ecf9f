package io.stepgraph.processor.read;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** The annotations of the DSL, by name: the processor does not load them. */
public final class Annotations {

    private static final String PACKAGE = "io.stepgraph.";

    static final String STEP_GRAPH = "StepGraph";
    static final String STEP = "Step";
    static final String INTERRUPT = "Interrupt";
    static final String WAIT = "Wait";
    static final String CALL = "Call";
    static final String REQUIRES_MODE = "RequiresMode";
    static final String RETRY = "Retry";
    static final String GATED_BY = "GatedBy";
    static final String ANSWERED_BY = "AnsweredBy";
    static final String MAX_VISITS = "MaxVisits";
    static final String ACTION = "Action";

    private static final String GENERATED = PACKAGE + "Generated";

    private static final List<String> ALL = List.of(
            STEP_GRAPH, STEP, INTERRUPT, WAIT, CALL, REQUIRES_MODE, RETRY, GATED_BY, ANSWERED_BY, MAX_VISITS, ACTION);

    private Annotations() {}

    /** The qualified names of all of them and of the marker of generated types. */
    public static Set<String> qualifiedNames() {
        return Stream.concat(ALL.stream().map(name -> PACKAGE + name), Stream.of(GENERATED))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether this is our own marker. */
    public static boolean isGeneratedMarker(TypeElement annotation) {
        return annotation.getQualifiedName().contentEquals(GENERATED);
    }

    /** Whether a type carries our own marker. */
    public static boolean isGenerated(TypeElement type) {
        return type.getAnnotationMirrors().stream()
                .anyMatch(mirror -> isGeneratedMarker(
                        (TypeElement) mirror.getAnnotationType().asElement()));
    }

    /** The simple name of an annotation of ours, or null if it is not one. */
    static @Nullable String nameOf(AnnotationMirror mirror) {
        TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
        String qualified = type.getQualifiedName().toString();
        if (!qualified.startsWith(PACKAGE)) {
            return null;
        }
        String name = qualified.substring(PACKAGE.length());
        return ALL.contains(name) ? name : null;
    }

    /** Whether one of them has this simple name. */
    static boolean isOurs(String simpleName) {
        return ALL.contains(simpleName);
    }

    /** Whether a method is declared as a step, an interrupt, a wait or a call. */
    static boolean isStep(Element method) {
        return has(method, STEP) || has(method, INTERRUPT) || has(method, WAIT) || has(method, CALL);
    }

    /** Whether a type is an agent class. */
    public static boolean isAgent(TypeElement type) {
        return has(type, STEP_GRAPH);
    }

    /** Whether an element has the annotation of ours that has this simple name. */
    static boolean has(Element element, String name) {
        return element.getAnnotationMirrors().stream().anyMatch(mirror -> name.equals(nameOf(mirror)));
    }
}
