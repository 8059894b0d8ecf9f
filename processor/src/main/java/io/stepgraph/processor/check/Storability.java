package io.stepgraph.processor.check;

import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import org.jspecify.annotations.Nullable;

/** Says why a value that is declared with a type surely cannot be stored and read back, and what to write instead. */
final class Storability {

    static final String IF_CUSTOM = " If a Jackson module or mix-in stores it, write"
            + " @SuppressWarnings(\"stepgraph:UnstorableType\") on this method or on the agent class.";

    private static final String IF_KNOWN =
            " Of a class of a library, store the values that you need in a record of your own." + IF_CUSTOM;

    private Storability() {}

    /**
     * Null if values of this type can be stored, or if that is unknown. Their contents are checked separately.
     *
     * @param name how the text calls the type
     */
    static @Nullable String why(DeclaredType type, String name) {
        TypeElement element = (TypeElement) type.asElement();
        if (JdkTypes.isUntyped(element)) {
            return "JSON does not tell the class behind " + name + ". Declare the class, or a sealed interface of those"
                    + " that it may be; for plain JSON, declare a Map<String, Object> or a JsonNode.";
        }
        if (element.getKind() == ElementKind.ENUM || JdkTypes.isValue(element)) {
            return null;
        }
        Set<String> supertypes = Supertypes.of(element).keySet();
        boolean isCollection = isCollection(supertypes);
        boolean isOpen = isOpen(element);
        if (isOpen || JdkTypes.contain(element)) {
            return isCollection && JdkTypes.contain(element) && JdkTypes.isBuilt(element)
                    ? null
                    : whyOpen(element, name, supertypes);
        }
        if (isInner(element)) {
            return "an object of the inner class " + element.getSimpleName()
                    + " cannot be made without the object around it." + " Make the class static.";
        }
        if (isCollection) {
            return null;
        }
        TypeElement parent = unstorableParent(element);
        if (parent != null) {
            return whyOpen(parent, name, supertypes);
        }
        return Constructors.areAmbiguous(element)
                ? name + " has several constructors, and Jackson cannot tell which one to call. Make it a record, add a"
                        + " constructor without parameters, or write @JsonCreator on one." + IF_KNOWN
                : null;
    }

    private static String whyOpen(TypeElement type, String name, Set<String> supertypes) {
        if (isFunctional(type)) {
            return name + " is code, not data. Keep it in a field of the agent, and store what it works with.";
        }
        if (supertypes.contains("java.util.concurrent.Future")
                || supertypes.contains("java.util.concurrent.CompletionStage")) {
            return name
                    + " is a promise, not a value. Wait for the value in the step, which may block, and store that.";
        }
        if (supertypes.contains("java.util.stream.BaseStream") || supertypes.contains("java.util.Iterator")) {
            return name + " can be read only once. Collect it in a List.";
        }
        if (supertypes.contains("java.lang.Throwable")) {
            return name + " is an exception, not data. Store its message, or a record of what later steps need.";
        }
        if (JdkTypes.losesZone(type)) {
            return name + " loses its time zone: it comes back in UTC. Store a ZonedDateTime or an OffsetDateTime."
                    + IF_CUSTOM;
        }
        if (JdkTypes.contain(type) && isCollection(supertypes)) {
            return "Jackson does not know which class to build for " + name
                    + ". Declare a List, Set, Queue, Deque or Map, or the class that the value has." + IF_CUSTOM;
        }
        if (JdkTypes.contain(type)) {
            return "Jackson does not store the JDK's " + type.getSimpleName()
                    + ". Keep services in fields of the agent, and" + " store data as records, collections and texts."
                    + IF_KNOWN;
        }
        return "any class may " + (type.getKind().isInterface() ? "implement " : "extend ") + name
                + ", and JSON does not tell which one to read back. Make it sealed, or declare a class or record instead."
                + IF_KNOWN;
    }

    /** The class of the JDK that this one extends, if it is none that Jackson stores. */
    private static @Nullable TypeElement unstorableParent(TypeElement type) {
        for (TypeElement parent : Supertypes.of(type).values()) {
            boolean isRoot = Set.of("java.lang.Object", "java.lang.Record", "java.lang.Number")
                    .contains(parent.getQualifiedName().toString());
            if (parent.getKind() == ElementKind.CLASS && JdkTypes.contain(parent) && !isRoot) {
                return parent;
            }
        }
        return null;
    }

    static boolean isCollection(Set<String> supertypes) {
        return supertypes.contains("java.util.Collection") || supertypes.contains("java.util.Map");
    }

    static boolean isOpen(TypeElement type) {
        Set<Modifier> modifiers = type.getModifiers();
        return (type.getKind().isInterface() || modifiers.contains(Modifier.ABSTRACT))
                && !modifiers.contains(Modifier.SEALED);
    }

    private static boolean isFunctional(TypeElement type) {
        return type.getAnnotationMirrors().stream()
                .map(AnnotationMirror::getAnnotationType)
                .anyMatch(annotation -> ((TypeElement) annotation.asElement())
                        .getQualifiedName()
                        .contentEquals("java.lang.FunctionalInterface"));
    }

    private static boolean isInner(TypeElement type) {
        Element around = type.getEnclosingElement();
        return type.getKind() == ElementKind.CLASS
                && type.getNestingKind() == NestingKind.MEMBER
                && !type.getModifiers().contains(Modifier.STATIC)
                && (around == null || !around.getKind().isInterface());
    }
}
