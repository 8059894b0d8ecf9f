package io.stepgraph.processor.check;

import io.stepgraph.processor.check.StoredUse.Position;
import io.stepgraph.processor.model.Enclosing;
import io.stepgraph.processor.model.PermittedTypes;
import io.stepgraph.processor.model.Supertypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * Walks what is stored with a value as Jackson does, field by field, and finds the types that cannot be stored, each
 * once.
 */
final class StoredWalk {

    /**
     * A class that holds itself with ever longer type arguments, {@code Node<List<T>>} in {@code Node<T>}, has no end.
     */
    private static final int MAX_PARAMETERIZATIONS = 16;

    private static final List<String> CONTAINERS =
            List.of("java.util.Map", "java.util.Map.Entry", "java.util.Collection");

    private static final String IS_TRANSIENT = " is transient, so it is not stored: the next step sees its value, but"
            + " after a pause or a crash it is gone. Remove 'transient', or, if your code computes it again when it is"
            + " missing, write @JsonIgnore instead.";

    private static final String IS_IGNORED =
            " has @JsonIgnore, so it is not stored, and who answers is not shown it. Remove"
                    + " @JsonIgnore, or leave it out of the question.";

    private static final String UNNAMED =
            " with the fields, and the class file does not have the names of its parameters."
                    + " Compile with -parameters; in Maven, <parameters>true</parameters>.";

    /** Receives a problem, and the class whose constructor makes it one only if its parameters have no names. */
    interface Report {
        void accept(DiagnosticId id, String text, @Nullable TypeElement unnamed);
    }

    private final Types types;
    private final String home;
    private final Set<String> walked = new HashSet<>();
    private final Map<TypeElement, Integer> parameterizations = new HashMap<>();

    /** {@code agent} is the class whose values are stored. */
    StoredWalk(TypeElement agent, Types types) {
        this.home = home(agent);
        this.types = types;
    }

    /** Reports each place below this type that cannot be stored or is left out, shortest paths first. */
    void from(TypeMirror root, Report report) {
        Queue<StoredUse> open = new ArrayDeque<>(List.of(StoredUse.root(root)));
        while (!open.isEmpty()) {
            StoredUse use = open.remove();
            if (use.position() == Position.TRANSIENT) {
                report.accept(DiagnosticId.TRANSIENT_FIELD, use.shown() + IS_TRANSIENT, null);
                continue;
            }
            if (use.position() == Position.IGNORED) {
                report.accept(DiagnosticId.HIDDEN_FIELD, use.shown() + IS_IGNORED, null);
                continue;
            }
            String why = why(use);
            if (why != null) {
                report.accept(DiagnosticId.UNSTORABLE_TYPE, use.shown() + " cannot be stored: " + why, null);
            } else if (use.position() != Position.KEY) {
                if (use.type() instanceof DeclaredType type && needsNames((TypeElement) type.asElement())) {
                    report.accept(
                            DiagnosticId.UNSTORABLE_TYPE,
                            use.shown() + " cannot be stored: Jackson calls the constructor of " + use.name() + UNNAMED,
                            (TypeElement) type.asElement());
                }
                open.addAll(below(use));
            }
        }
    }

    /** Why the type cannot be stored in this place, whatever it holds; null if it can. */
    @Nullable String why(StoredUse use) {
        if (use.position() == Position.KEY) {
            return StoredKeys.why(use.type());
        }
        if (use.type().getKind() != TypeKind.DECLARED) {
            return null;
        }
        DeclaredType type = (DeclaredType) use.type();
        boolean isElement = use.position() == Position.ELEMENT;
        TypeElement element = (TypeElement) type.asElement();
        return isOpaque(element) || (isElement && JdkTypes.isUntyped(element))
                ? null
                : Storability.why(type, use.name(), home(element).equals(home));
    }

    /** The first two names of its package: a user's classes share them, and those of a library have others. */
    private static String home(Element type) {
        return Enclosing.home(type).getQualifiedName().toString().replaceFirst("^([^.]*\\.[^.]*)\\..*", "$1");
    }

    private static boolean needsNames(TypeElement type) {
        return !JdkTypes.contain(type)
                && !isOpaque(type)
                && Constructors.needNames(type)
                && !Storability.isCollection(Supertypes.of(type).keySet());
    }

    private static boolean isOpaque(TypeElement type) {
        String name = type.getQualifiedName().toString();
        return name.startsWith("tools.jackson.") || name.startsWith("org.w3c.dom.") || JacksonHints.areOn(type);
    }

    /** Returns the types that it holds, without those seen before. */
    List<StoredUse> below(StoredUse use) {
        TypeMirror type = use.type();
        if (type instanceof ArrayType array) {
            return List.of(use.element(array.getComponentType()));
        }
        if (type instanceof TypeVariable variable) {
            return List.of(use.bound(variable.getUpperBound()));
        }
        if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() == null ? List.of() : List.of(use.bound(wildcard.getExtendsBound()));
        }
        return type.getKind() == TypeKind.DECLARED ? below(use, (DeclaredType) type) : List.of();
    }

    private List<StoredUse> below(StoredUse use, DeclaredType declared) {
        TypeElement element = (TypeElement) declared.asElement();
        if (isOpaque(element) || element.getKind() == ElementKind.ENUM) {
            return List.of();
        }
        List<StoredUse> held = held(use, declared);
        if (held != null) {
            return held;
        }
        if (JdkTypes.contain(element)
                || !walked.add(declared.toString())
                || parameterizations.merge(element, 1, Integer::sum) > MAX_PARAMETERIZATIONS) {
            return List.of();
        }
        List<StoredUse> below = new ArrayList<>();
        for (TypeMirror permitted : PermittedTypes.of(element)) {
            TypeElement leaf = (TypeElement) ((DeclaredType) permitted).asElement();
            boolean isOpen = leaf.getModifiers().contains(Modifier.NON_SEALED);
            if (!isOpen) {
                below.add(use.leaf(leaf.asType()));
            }
        }
        addFields(use, element.getSimpleName().toString(), known(declared), below);
        return below;
    }

    /** The elements of a container; null if the type is no container. */
    private @Nullable List<StoredUse> held(StoredUse use, DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        Set<String> supertypes = Supertypes.of(element).keySet();
        for (String container : CONTAINERS) {
            DeclaredType known = supertypes.contains(container) ? Supertypes.as(container, type, types) : null;
            if (known != null) {
                List<? extends TypeMirror> arguments = known.getTypeArguments();
                return arguments.size() == 2
                        ? List.of(use.key(arguments.get(0)), use.element(arguments.get(1)))
                        : arguments.stream().map(use::element).toList();
            }
        }
        return JdkTypes.isValue(element)
                ? type.getTypeArguments().stream().map(use::element).toList()
                : null;
    }

    private void addFields(StoredUse use, String holder, DeclaredType declared, List<StoredUse> fields) {
        TypeElement type = (TypeElement) declared.asElement();
        Set<String> ignored = JacksonHints.ignored(type);
        for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
            Set<Modifier> modifiers = field.getModifiers();
            String name = field.getSimpleName().toString();
            if (!modifiers.contains(Modifier.STATIC) && JacksonHints.ignore(field, ignored)) {
                fields.add(use.field(holder, name, field.asType(), Position.IGNORED));
            } else if (!modifiers.contains(Modifier.STATIC)
                    && !JacksonHints.areOn(field)
                    && !isReadAsAnother(field, type)) {
                TypeMirror stored = types.asMemberOf(declared, field);
                boolean isTransient = modifiers.contains(Modifier.TRANSIENT) && !JacksonHints.include(field);
                StoredUse inside =
                        use.field(holder, name, stored, isTransient ? Position.TRANSIENT : Position.DECLARED);
                fields.add(
                        !isTransient && field.asType().getKind() == TypeKind.TYPEVAR ? inside.bound(stored) : inside);
            }
        }
        for (TypeMirror parent : types.directSupertypes(declared)) {
            if (parent instanceof DeclaredType above
                    && above.asElement().getKind() == ElementKind.CLASS
                    && !JdkTypes.contain((TypeElement) above.asElement())) {
                addFields(use, holder, known(above), fields);
            }
        }
    }

    /** Jackson reads a field by the parameter of that name, if it calls a constructor with parameters. */
    private boolean isReadAsAnother(VariableElement field, TypeElement type) {
        List<ExecutableElement> constructors = ElementFilter.constructorsIn(type.getEnclosedElements());
        return constructors.size() == 1
                && constructors.get(0).getParameters().stream()
                        .anyMatch(parameter -> parameter.getSimpleName().contentEquals(field.getSimpleName())
                                && !types.isSameType(parameter.asType(), field.asType()));
    }

    /** Uses the type parameters, which have bounds, for type arguments that are not given. */
    private DeclaredType known(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        List<? extends TypeParameterElement> parameters = element.getTypeParameters();
        if (parameters.isEmpty() || type.getTypeArguments().isEmpty()) {
            return (DeclaredType) element.asType();
        }
        TypeMirror[] arguments = new TypeMirror[parameters.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = known(type.getTypeArguments().get(i), parameters.get(i));
        }
        return types.getDeclaredType(element, arguments);
    }

    private static TypeMirror known(TypeMirror argument, Element parameter) {
        if (argument instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() == null ? parameter.asType() : wildcard.getExtendsBound();
        }
        return argument;
    }
}
