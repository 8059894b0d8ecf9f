package io.stepgraph.processor.check;

import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** The constructors by which Jackson builds a class: one without parameters, or one that is called with the fields. */
final class Constructors {

    private Constructors() {}

    /** Whether there are several, all with parameters. */
    static boolean areAmbiguous(TypeElement type) {
        return areWithParameters(type) && all(type).size() > 1;
    }

    /**
     * Whether there is one, which is called with the fields of the names that its parameters have in the class file.
     */
    static boolean needNames(TypeElement type) {
        return areWithParameters(type) && all(type).size() == 1;
    }

    /** Lombok adds some that are not there yet. */
    private static boolean areWithParameters(TypeElement type) {
        return type.getKind() == ElementKind.CLASS
                && !type.getModifiers().contains(Modifier.ABSTRACT)
                && all(type).stream()
                        .noneMatch(constructor -> constructor.getParameters().isEmpty())
                && type.getAnnotationMirrors().stream()
                        .noneMatch(annotation ->
                                annotation.getAnnotationType().toString().startsWith("lombok."));
    }

    private static List<ExecutableElement> all(TypeElement type) {
        return ElementFilter.constructorsIn(type.getEnclosedElements());
    }
}
