package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CallModel.Shape;
import io.stepgraph.processor.model.CallModel.Taken;
import io.stepgraph.processor.model.CallModel.Taker;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds the agents that a call names, and which {@code next} steps take which of their results. */
final class Calls {

    private final Steps steps;
    private final GeneratedNames names;
    private final TypeRelations types;
    private final Answers answers;
    private final Members members;
    private final Function<TypeElement, @Nullable AgentModel> graphs;

    Calls(
            Steps steps,
            GeneratedNames names,
            TypeRelations types,
            Answers answers,
            Members members,
            Function<TypeElement, @Nullable AgentModel> graphs) {
        this.steps = steps;
        this.names = names;
        this.types = types;
        this.answers = answers;
        this.members = members;
        this.graphs = graphs;
    }

    CallModel resolve(StepModel call, CallModel written) {
        List<CalledAgent> agents =
                written.agents().stream().map(agent -> called(agent.name())).toList();
        Shape shape = shape(agents, call.returned().type());
        AgentModel only = agents.size() == 1 ? agents.get(0).graph() : null;
        @Nullable TypeMirror result = only == null || only.output() == null ? null : types.boxed(only.output());
        boolean complete = !agents.isEmpty() && agents.stream().allMatch(Calls::isKnown);
        Set<Integer> next = new LinkedHashSet<>();
        List<Taker> takers = new ArrayList<>();
        List<AnswerVariant> results = leaves(shape, result, call);
        for (Name name : call.next()) {
            Integer target = steps.indexOf(name);
            if (target != null && next.add(target)) {
                StepModel step = steps.all().get(target);
                Taken taken = taken(call, shape, result, results, step.input());
                takers.add(new Taker(target, taken));
                complete &= taken != Taken.OTHER && !step.signature().hasOtherState();
            } else if (target == null) {
                complete = false;
            }
        }
        return new CallModel(
                agents,
                written.agentsPlace(),
                shape,
                written.timeout(),
                written.maxElements(),
                written.maxMode(),
                answers.withTakers(results, next, call),
                takers,
                complete);
    }

    private CalledAgent called(Name name) {
        AgentMember member = members.find(name.text());
        TypeElement type = member == null ? null : member.given();
        AgentModel graph = type == null || !Annotations.isAgent(type) ? null : graphs.apply(type);
        return new CalledAgent(name, member == null || graph == null ? member : member.with(graph));
    }

    private static boolean isKnown(CalledAgent agent) {
        AgentModel graph = agent.graph();
        return graph != null && graph.startStep() != null && graph.state() != null && graph.output() != null;
    }

    private Shape shape(List<CalledAgent> agents, TypeMirror returned) {
        if (agents.size() > 1) {
            return Shape.SEVERAL;
        }
        AgentModel only = agents.isEmpty() ? null : agents.get(0).graph();
        boolean isState = only != null && only.state() != null && types.isSubtype(returned, only.state());
        return !isState && types.element(returned) != null ? Shape.LIST : Shape.ONE;
    }

    /** The kinds of result of a sealed type; none of any other. */
    private static List<AnswerVariant> leaves(Shape shape, @Nullable TypeMirror result, StepModel call) {
        boolean isSealed = result != null
                && result.getKind() == TypeKind.DECLARED
                && ((DeclaredType) result).asElement().getModifiers().contains(Modifier.SEALED);
        if (shape != Shape.ONE || result == null || !isSealed) {
            return List.of();
        }
        AnswerVariants divided = AnswerVariants.of(List.of(new TypeUse(result, call.annotation())));
        return divided.isComplete() && divided.open().isEmpty() ? divided.leaves() : List.of();
    }

    private Taken taken(
            StepModel call,
            Shape shape,
            @Nullable TypeMirror result,
            List<AnswerVariant> leaves,
            @Nullable Parameter input) {
        if (input == null) {
            return Taken.NOTHING;
        }
        if (shape == Shape.SEVERAL) {
            return names.isNested(input.type(), GeneratedNames.results(call.name()))
                    ? Taken.RESULTS
                    : names.isNested(input.type(), GeneratedNames.ends(call.name())) ? Taken.ENDS : Taken.OTHER;
        }
        TypeMirror element = shape == Shape.LIST ? types.element(input.type()) : input.type();
        if (result == null || element == null || (shape == Shape.LIST && !TypeRelations.isList(input.type()))) {
            return Taken.OTHER;
        }
        TypeMirror ended = TypeRelations.ended(element);
        if (ended != null) {
            return types.same(ended, result) ? Taken.ENDS : Taken.OTHER;
        }
        boolean isResult = shape == Shape.LIST
                ? types.same(element, result)
                : types.isSubtype(result, element)
                        || leaves.stream().anyMatch(leaf -> types.isSubtype(leaf.type(), element));
        return isResult ? Taken.RESULTS : Taken.OTHER;
    }
}
