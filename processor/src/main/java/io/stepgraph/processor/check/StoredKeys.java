package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Supertypes;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** The keys of a stored map have types that can be read from a text, because a key in JSON is a text. */
final class StoredKeys {

    private static final Set<String> FACTORIES = Set.of("valueOf", "fromString");

    private StoredKeys() {}

    /** Why this cannot be a key; null if it can, or if that is unknown. */
    static @Nullable String why(TypeMirror key) {
        if (key instanceof ArrayType) {
            return text(key, ", an array,");
        }
        if (key.getKind() != TypeKind.DECLARED) {
            return null;
        }
        TypeElement type = (TypeElement) ((DeclaredType) key).asElement();
        if (type.getKind() == ElementKind.ENUM || JdkTypes.isKey(type) || JacksonHints.areOn(type)) {
            return null;
        }
        if (isReadFromText(type) && !isWrittenAsRecord(type) && hasToString(type)) {
            return null;
        }
        return text(key, type.getKind() == ElementKind.RECORD ? ", a record," : "");
    }

    private static String text(TypeMirror key, String kind) {
        return "a key in JSON is a text, and " + TypeText.of(key) + kind
                + " would not come back from it. Store a list of records instead, each with a key and its value.";
    }

    /** By a constructor or factory method that takes nothing but a text: these Jackson finds. */
    private static boolean isReadFromText(TypeElement type) {
        return type.getEnclosedElements().stream().anyMatch(StoredKeys::takesText);
    }

    private static boolean takesText(Element member) {
        boolean makes = member.getKind() == ElementKind.CONSTRUCTOR
                || (member.getModifiers().contains(Modifier.STATIC)
                        && FACTORIES.contains(member.getSimpleName().toString()));
        return makes && member instanceof ExecutableElement made && takesText(made.getParameters());
    }

    private static boolean takesText(List<? extends VariableElement> parameters) {
        return parameters.size() == 1
                && parameters.get(0).asType() instanceof DeclaredType only
                && ((TypeElement) only.asElement()).getQualifiedName().contentEquals("java.lang.String");
    }

    /**
     * Whether the text is that of a record, {@code Name[text=a]}, and is taken for the component itself when it is
     * read.
     */
    private static boolean isWrittenAsRecord(TypeElement type) {
        return type.getKind() == ElementKind.RECORD
                && type.getEnclosedElements().stream()
                        .filter(StoredKeys::takesText)
                        .allMatch(member ->
                                type.getRecordComponents().size() == 1 && member.getKind() == ElementKind.CONSTRUCTOR)
                && type.getEnclosedElements().stream()
                        .filter(StoredKeys::isToString)
                        .allMatch(StoredKeys::isByTheCompiler);
    }

    /** Compilers make it final, as no user does in a record, and mark it in no other way. */
    private static boolean isByTheCompiler(Element toString) {
        return toString.getModifiers().contains(Modifier.FINAL)
                && toString.getAnnotationMirrors().isEmpty();
    }

    private static boolean hasToString(TypeElement type) {
        return Supertypes.of(type).values().stream()
                .filter(parent -> !parent.getQualifiedName().contentEquals("java.lang.Object"))
                .flatMap(parent -> parent.getEnclosedElements().stream())
                .anyMatch(StoredKeys::isToString);
    }

    private static boolean isToString(Element member) {
        return member.getKind() == ElementKind.METHOD
                && member.getSimpleName().contentEquals("toString")
                && ((ExecutableElement) member).getParameters().isEmpty();
    }
}
