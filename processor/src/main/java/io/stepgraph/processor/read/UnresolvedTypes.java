package io.stepgraph.processor.read;

import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Looks for types that do not exist and are not ours to generate: misspelt, or another processor's. */
public final class UnresolvedTypes {

    private final TypeRelations types;

    public UnresolvedTypes(TypeRelations types) {
        this.types = types;
    }

    /** Whether the agent mentions such a type. */
    public boolean in(AgentModel agent) {
        Set<String> ours = agent.steps().stream()
                .map(step -> GeneratedNames.next(step.name()))
                .collect(Collectors.toSet());
        return agent.roles().stream().anyMatch(Name::isUnreadable)
                || agent.steps().stream()
                        .anyMatch(step -> step.unreadable()
                                || mentioned(step).anyMatch(type -> types.isUnknown(type) && !isNamed(type, ours)));
    }

    private static Stream<TypeMirror> mentioned(StepModel step) {
        Stream<TypeMirror> parameters = step.signature().parameters().map(Parameter::type);
        Stream<TypeMirror> answers = Stream.concat(
                        Stream.ofNullable(step.interrupt()).map(InterruptModel::answers),
                        Stream.ofNullable(step.gate()).map(Gate::answers))
                .flatMap(uses -> uses.stream().map(TypeUse::type));
        Stream<TypeMirror> actions = Stream.ofNullable(step.interrupt())
                .flatMap(interruptModel -> interruptModel.actions().stream().map(ActionMark::type));
        Stream<TypeMirror> returned = Stream.of(step.returned().type());
        return Stream.of(parameters, answers, actions, returned).flatMap(types -> types);
    }

    private static boolean isNamed(TypeMirror type, Set<String> names) {
        return type instanceof DeclaredType declared
                && names.contains(declared.asElement().getSimpleName().toString());
    }
}
