package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Supertypes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/**
 * Finds the annotations by which a user tells Jackson how to store a type or field. The processor does not know all
 * their meanings: it does not check an annotated type or field, and leaves the decision to the runtime.
 */
final class JacksonHints {

    private static final String ANNOTATIONS = "com.fasterxml.jackson.annotation.";

    /** The annotations that change neither which fields are stored nor how, as long as they set these elements only. */
    private static final Map<String, Set<String>> HARMLESS = Map.of(
            "JsonAlias", Set.of("value"),
            "JsonClassDescription", Set.of("value"),
            "JsonIgnoreProperties", Set.of("ignoreUnknown"),
            "JsonInclude", Set.of("value", "content"),
            "JsonProperty", Set.of("value", "required", "isRequired", "index", "defaultValue"),
            "JsonPropertyDescription", Set.of("value"),
            "JsonPropertyOrder", Set.of("value", "alphabetic"),
            "JsonTypeName", Set.of("value"));

    private static final Set<String> ONE_VALUE = Set.of("JsonValue", "JsonKey");

    private JacksonHints() {}

    /** Whether a class, or one from which it inherits, says how it is stored. */
    static boolean areOn(TypeElement type) {
        return Supertypes.of(type).values().stream().anyMatch(JacksonHints::areIn);
    }

    /** Whether a field says how it is stored, or that it is not; that of a record on its component or accessor too. */
    static boolean areOn(VariableElement field) {
        Element holder = field.getEnclosingElement();
        return any(field, JacksonHints::matters)
                || (holder != null
                        && holder.getKind() == ElementKind.RECORD
                        && holder.getEnclosedElements().stream()
                                .filter(member -> member.getSimpleName().equals(field.getSimpleName()))
                                .anyMatch(member -> any(member, JacksonHints::matters)));
    }

    /** The fields of a class itself that are stored, and of which no annotation says how. */
    static List<VariableElement> plainFields(TypeElement type) {
        Set<String> ignored = ignored(type);
        return ElementFilter.fieldsIn(type.getEnclosedElements()).stream()
                .filter(field -> !field.getModifiers().contains(Modifier.STATIC)
                        && !field.getModifiers().contains(Modifier.TRANSIENT)
                        && !areOn(field)
                        && !ignored.contains(field.getSimpleName().toString()))
                .toList();
    }

    /** Whether Jackson stores a field although it is {@code transient}. */
    static boolean include(VariableElement field) {
        return any(field, annotation -> simpleName(annotation).equals("JsonProperty"));
    }

    /** Whether a field is not stored because it, or an accessor among those, says so. */
    static boolean ignore(VariableElement field, Set<String> ignored) {
        return any(field, JacksonHints::ignores)
                || ignored.contains(field.getSimpleName().toString());
    }

    /** The names of the fields that are not stored because an accessor says so. */
    static Set<String> ignored(TypeElement type) {
        return type.getEnclosedElements().stream()
                .filter(member -> member.getKind() == ElementKind.METHOD && any(member, JacksonHints::ignores))
                .map(member -> member.getSimpleName().toString())
                .flatMap(name -> Stream.of(name, property(name)))
                .collect(Collectors.toSet());
    }

    private static boolean areIn(TypeElement type) {
        return !JdkTypes.contain(type)
                && (any(type, JacksonHints::matters)
                        || type.getEnclosedElements().stream()
                                .anyMatch(member -> decides(member, type.getKind() == ElementKind.RECORD)));
    }

    /** Annotations of a component are found on its accessor and parameter too, where they say nothing new. */
    private static boolean decides(Element member, boolean ofRecord) {
        return switch (member.getKind()) {
            case FIELD -> any(member, JacksonHints::isOneValue);
            case CONSTRUCTOR -> any(member, JacksonHints::isJacksons) || (!ofRecord && onParameters(member));
            case METHOD -> methodDecides((ExecutableElement) member, ofRecord);
            default -> false;
        };
    }

    private static boolean methodDecides(ExecutableElement method, boolean ofRecord) {
        if (ofRecord && method.getParameters().isEmpty()) {
            return any(method, JacksonHints::isOneValue);
        }
        return any(method, annotation -> isJacksons(annotation) && !ignores(annotation)) || onParameters(method);
    }

    private static boolean onParameters(Element member) {
        List<? extends VariableElement> parameters = ((ExecutableElement) member).getParameters();
        return parameters.stream().anyMatch(parameter -> any(parameter, JacksonHints::isJacksons));
    }

    private static boolean any(Element element, Predicate<AnnotationMirror> which) {
        return element.getAnnotationMirrors().stream().anyMatch(which);
    }

    private static boolean matters(AnnotationMirror annotation) {
        Set<String> harmless = HARMLESS.getOrDefault(simpleName(annotation), Set.of());
        return isJacksons(annotation)
                && (harmless.isEmpty()
                        || annotation.getElementValues().keySet().stream()
                                .anyMatch(element -> !harmless.contains(
                                        element.getSimpleName().toString())));
    }

    private static boolean isJacksons(AnnotationMirror annotation) {
        TypeElement type = (TypeElement) annotation.getAnnotationType().asElement();
        String name = type.getQualifiedName().toString();
        return name.startsWith(ANNOTATIONS)
                || name.startsWith("tools.jackson.")
                || name.startsWith("java.beans.")
                || type.getAnnotationMirrors().stream()
                        .anyMatch(bundle -> simpleName(bundle).equals("JacksonAnnotationsInside"));
    }

    private static boolean isOneValue(AnnotationMirror annotation) {
        return isJacksons(annotation) && ONE_VALUE.contains(simpleName(annotation));
    }

    private static boolean ignores(AnnotationMirror annotation) {
        return isJacksons(annotation)
                && simpleName(annotation).equals("JsonIgnore")
                && annotation.getElementValues().values().stream()
                        .noneMatch(value -> Boolean.FALSE.equals(value.getValue()));
    }

    private static String simpleName(AnnotationMirror annotation) {
        return annotation.getAnnotationType().asElement().getSimpleName().toString();
    }

    private static String property(String accessor) {
        String name = accessor.replaceFirst("^(get|set|is)(?=[A-Z])", "");
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
