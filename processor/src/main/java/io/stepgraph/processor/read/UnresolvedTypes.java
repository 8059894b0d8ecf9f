package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.HeldTypes;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeParts;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the types that an agent's checks look at, but that do not exist: misspelt, or still to be written by another
 * processor.
 */
public final class UnresolvedTypes {

    private UnresolvedTypes() {}

    /**
     * Returns the names of those that the agent mentions, and of those that these extend, permit and hold, as they are
     * written; for a constant {@link Name#UNREADABLE}.
     *
     * @param ours the simple names of the types that are generated for agents
     * @param isSource tells whether a class is compiled now; no other is looked into, since the compiler does not
     *     report what such a class lacks
     */
    public static Set<String> of(AgentModel agent, Set<String> ours, Predicate<TypeElement> isSource) {
        Set<String> generated = new HashSet<>(ours);
        agent.steps().forEach(step -> generated.add(GeneratedNames.next(step.name())));
        agent.calls().forEach(call -> generated.addAll(nested(call)));
        Set<String> unresolved = new LinkedHashSet<>();
        Set<TypeElement> seen = new HashSet<>();
        Deque<TypeMirror> open = new ArrayDeque<>(agent.type().getInterfaces());
        open.add(agent.type().getSuperclass());
        agent.steps().stream().flatMap(UnresolvedTypes::mentioned).forEach(open::add);
        while (!open.isEmpty()) {
            TypeParts.declared(open.remove()).forEach(type -> {
                TypeElement element = (TypeElement) type.asElement();
                if (type.getKind() == TypeKind.ERROR
                        && !generated.contains(element.getSimpleName().toString())) {
                    unresolved.add(element.getQualifiedName().toString());
                } else if (type.getKind() != TypeKind.ERROR && seen.add(element) && isSource.test(element)) {
                    open.addAll(HeldTypes.of(element));
                    open.addAll(element.getInterfaces());
                }
            });
        }
        if (!isReadable(agent)) {
            unresolved.add(Name.UNREADABLE);
        }
        return unresolved;
    }

    /** The simple names of what is generated for a call and for the starts of the agents that it names. */
    private static Set<String> nested(StepModel call) {
        return Set.of(
                GeneratedNames.START,
                GeneratedNames.starts(call.name()),
                GeneratedNames.results(call.name()),
                GeneratedNames.ends(call.name()));
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
        Stream<TypeMirror> called = Stream.ofNullable(step.call())
                .flatMap(call -> call.agents().stream())
                .flatMap(each -> Stream.ofNullable(each.member()))
                .flatMap(UnresolvedTypes::called);
        return Stream.of(parameters, answers, called, Stream.of(step.returned().type()))
                .flatMap(types -> types);
    }

    /** What gives the agent, what the agent begins with, and what it returns. */
    private static Stream<TypeMirror> called(AgentMember member) {
        AgentModel graph = member.graph();
        Parameter input = graph == null ? null : graph.startInput();
        return graph == null
                ? Stream.of(member.type())
                : Stream.of(graph.state(), input == null ? null : input.type(), graph.output())
                        .flatMap(Stream::<TypeMirror>ofNullable);
    }
}
