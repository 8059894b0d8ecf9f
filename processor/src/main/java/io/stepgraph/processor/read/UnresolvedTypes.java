package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.PermittedTypes;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;

/** Finds the types that an agent's checks look at, but that do not exist: misspelt, or still to be written by another processor. */
public final class UnresolvedTypes {

    private UnresolvedTypes() {}

    /**
     * Returns the names of those that the agent mentions, and of those that these extend, permit and hold, as they are written;
     * for a constant {@link Name#UNREADABLE}.
     *
     * @param ours the simple names of the types that are generated for agents
     * @param isSource tells whether a class is compiled now; no other is looked into, since the compiler does not report what such
     *     a class lacks
     */
    public static Set<String> of(AgentModel agent, Set<String> ours, Predicate<TypeElement> isSource) {
        Set<String> generated = new HashSet<>(ours);
        agent.steps().forEach(step -> generated.add(GeneratedNames.next(step.name())));
        Set<String> unresolved = new LinkedHashSet<>();
        Set<TypeElement> seen = new HashSet<>();
        Deque<TypeMirror> open = new ArrayDeque<>(above(agent.type()));
        agent.steps().stream().flatMap(UnresolvedTypes::mentioned).forEach(open::add);
        while (!open.isEmpty()) {
            TypeMirror type = open.remove();
            if (type instanceof ArrayType array) {
                open.add(array.getComponentType());
            } else if (type instanceof WildcardType wildcard) {
                Stream.of(wildcard.getExtendsBound(), wildcard.getSuperBound())
                        .flatMap(Stream::ofNullable)
                        .forEach(open::add);
            } else if (type instanceof DeclaredType declared) { // also one that does not exist
                open.addAll(declared.getTypeArguments());
                TypeElement element = (TypeElement) declared.asElement();
                if (type.getKind() == TypeKind.ERROR) {
                    if (!generated.contains(element.getSimpleName().toString())) {
                        unresolved.add(element.getQualifiedName().toString());
                    }
                } else if (seen.add(element) && isSource.test(element)) {
                    open.addAll(held(element));
                }
            }
        }
        if (!isReadable(agent)) {
            unresolved.add(Name.UNREADABLE);
        }
        return unresolved;
    }

    private static boolean isReadable(AgentModel agent) {
        return !agent.graphName().equals(Name.UNREADABLE)
                && (agent.start() == null || !agent.start().isUnreadable())
                && agent.roles().stream().noneMatch(Name::isUnreadable)
                && agent.steps().stream().noneMatch(StepModel::unreadable);
    }

    private static Stream<TypeMirror> mentioned(StepModel step) {
        Stream<TypeMirror> parameters = Stream.concat(
                        step.signature().parameters(), step.signature().surplus().stream())
                .map(Parameter::type);
        Stream<TypeMirror> answers = Stream.concat(
                        Stream.ofNullable(step.interrupt()).map(InterruptModel::answers),
                        Stream.ofNullable(step.gate()).map(Gate::answers))
                .flatMap(uses -> uses.stream().map(TypeUse::type));
        return Stream.of(parameters, answers, Stream.of(step.returned().type())).flatMap(types -> types);
    }

    private static List<TypeMirror> held(TypeElement type) {
        List<TypeMirror> held = new ArrayList<>(above(type));
        held.addAll(PermittedTypes.of(type));
        for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
            Set<Modifier> modifiers = field.getModifiers();
            if (!modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.TRANSIENT)) {
                held.add(field.asType());
            }
        }
        return held;
    }

    private static List<TypeMirror> above(TypeElement type) {
        List<TypeMirror> above = new ArrayList<>(type.getInterfaces());
        above.add(type.getSuperclass());
        return above;
    }
}
