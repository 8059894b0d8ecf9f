package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Supertypes;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Says why a value that is declared with a type surely cannot be stored and read back, and what to write instead. */
final class Storability {

    private static final String OF_A_LIBRARY =
            " Store the values that you need of it in a record of your own, or, if a Jackson module of yours stores it, write"
                    + " @SuppressWarnings(\"stepgraph:UnstorableType\") on this method.";

    private static final String OF_LANGCHAIN4J = "dev.langchain4j.data.message.";

    /** The JDK's classes that hold resources of this process instead of data, with what each does. */
    private static final Set<String> RESOURCES =
            Set.of("java.lang.AutoCloseable", "java.lang.Process", "java.lang.Runnable");

    private static final Set<String> READ_ONCE = Set.of(
            "java.util.Enumeration", "java.util.Iterator", "java.util.Spliterator", "java.util.stream.BaseStream");

    private Storability() {}

    /**
     * Null if values of this type can be stored, or if that is unknown. Their contents are checked separately.
     *
     * @param name how the text calls the type
     * @param isOwn whether the user can change the class
     */
    static @Nullable String why(DeclaredType type, String name, boolean isOwn) {
        TypeElement element = (TypeElement) type.asElement();
        if (JdkTypes.isUntyped(element)) {
            return behind(name);
        }
        if (element.getKind() == ElementKind.ENUM || JdkTypes.isValue(element)) {
            return null;
        }
        if (element.getQualifiedName().toString().startsWith(OF_LANGCHAIN4J)) {
            return name + " is a class of LangChain4j, which Jackson does not read back."
                    + " Hold messages in a Conversation of stepgraph-langchain4j.";
        }
        Set<String> supertypes = Supertypes.of(element).keySet();
        boolean isCollection = isCollection(supertypes);
        boolean isOpen = isOpen(element);
        if (isOpen || JdkTypes.contain(element)) {
            return isCollection && JdkTypes.contain(element) && JdkTypes.isBuilt(element)
                    ? null
                    : whyOpen(element, name, supertypes, isOwn);
        }
        if (isInner(element)) {
            return "an object of the inner class " + element.getSimpleName()
                    + " cannot be made without the object around it. Make the class static.";
        }
        if (isCollection) {
            return null;
        }
        TypeElement parent = unstorableParent(element);
        if (parent != null) {
            return whyOpen(parent, name, supertypes, isOwn);
        }
        return Constructors.areAmbiguous(element)
                ? name + " has several constructors, and Jackson cannot tell which one to call."
                        + (!isOwn
                                ? OF_A_LIBRARY
                                : hasFinalField(element)
                                        ? " Make it a record."
                                        : " Add a constructor without parameters.")
                : null;
    }

    private static String behind(String name) {
        return "JSON does not tell the class behind " + name
                + ". Declare that class, or a sealed interface of those that it may be.";
    }

    private static String whyOpen(TypeElement type, String name, Set<String> supertypes, boolean isOwn) {
        if (isFunctional(type)) {
            return name + " is code, not data. Keep it in a field of the agent, and store what it works with.";
        }
        if (supertypes.contains("java.util.concurrent.Future")
                || supertypes.contains("java.util.concurrent.CompletionStage")) {
            return name
                    + " is a promise, not a value. Wait for the value in the step, which may block, and store that.";
        }
        boolean isScanner = supertypes.contains("java.util.Scanner");
        if (supertypes.stream().anyMatch(READ_ONCE::contains) && !isScanner) {
            return name + " can be read only once. Collect it in a List.";
        }
        if (supertypes.contains("java.lang.Throwable")) {
            return name + " is an exception, not data. Store what later steps need of it, such as its message.";
        }
        if (JdkTypes.losesZone(type)) {
            return name + " loses its time zone: it comes back in UTC. Store a ZonedDateTime.";
        }
        if (JdkTypes.contain(type) && isCollection(supertypes)) {
            return "Jackson does not know which class to build for " + name + ". Declare a " + collection(supertypes)
                    + ".";
        }
        if (JdkTypes.isGeneral(type)) {
            return behind(name);
        }
        if (supertypes.stream().anyMatch(JdkTypes::isService)) {
            return name + " is a service, not data. Keep it in a field of the agent, and store what it works with.";
        }
        if (JdkTypes.contain(type)) {
            boolean isResource = Supertypes.of(type).keySet().stream().anyMatch(RESOURCES::contains);
            boolean isClass = type.getQualifiedName().contentEquals("java.lang.Class");
            return "Jackson does not store the JDK's " + type.getSimpleName()
                    + (isResource
                            ? ". It exists only in this process: create it in the step that needs it, and store the data for"
                                    + " that."
                            : isClass
                                    ? ". Store the name of the class, a String."
                                    : ". Store its values in a record, a collection or a text.");
        }
        return "any class may " + (type.getKind().isInterface() ? "implement " : "extend ") + name
                + ", and JSON does not tell which one to read back."
                + (isOwn
                        ? " If it is a service, keep it in a field of the agent; if it is data, make "
                                + type.getSimpleName() + " sealed."
                        : OF_A_LIBRARY);
    }

    /** The class of the JDK that this one extends, if Jackson does not store it. */
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

    /** The collection that Jackson can build and that is closest to such a type. */
    private static String collection(Set<String> supertypes) {
        return Stream.of("Map", "Deque", "Queue", "Set")
                .filter(name -> supertypes.contains("java.util." + name))
                .findFirst()
                .orElse("List");
    }

    private static boolean hasFinalField(TypeElement type) {
        return ElementFilter.fieldsIn(type.getEnclosedElements()).stream()
                .map(Element::getModifiers)
                .anyMatch(modifiers -> modifiers.contains(Modifier.FINAL) && !modifiers.contains(Modifier.STATIC));
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
