package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CallModel.Shape;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.StepModel;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The types of a call.
 *
 * @param step the call
 * @param starts what the method returns for several agents
 * @param results what the next step takes for several agents
 * @param ends the same, of a step that also takes failures
 * @param agents the agents; those of a graph with errors may be unknown
 * @param targets the next steps, each once
 */
record CallTypes(
        StepModel step,
        CallModel call,
        ClassName starts,
        ClassName results,
        ClassName ends,
        List<Agent> agents,
        List<StepModel> targets) {

    /** The members that the outcome of a call has besides the agents. */
    private static final Set<String> OF_OUTCOME = Set.of("kind", "run", "step");

    /**
     * An agent that a call names.
     *
     * @param name as written
     * @param access gets it from an object of the caller
     * @param types null if there is no such agent, which is reported
     */
    record Agent(String name, String access, @Nullable AgentTypes types) {

        /** {@code seen} are the names before it: one that is a mistake gives way to its position. */
        private static Agent of(CalledAgent called, Set<String> seen) {
            AgentMember member = called.member();
            AgentModel graph = called.graph();
            String name = called.name().text();
            boolean isSound = seen.add(name) && SourceVersion.isName(name) && !name.contains(".");
            String unique = "agent" + seen.size();
            while (!isSound && !seen.add(unique)) {
                unique += "_";
            }
            return new Agent(
                    isSound ? name : unique,
                    member == null ? "" : member.access(),
                    graph == null ? null : AgentTypes.ofCalled(graph));
        }

        /** Its name, of a record component or of a method, where every object has a method of that name another. */
        String component() {
            return ReservedNames.isOfObject(name) ? name + "_" : name;
        }

        String componentOfOutcome() {
            return OF_OUTCOME.contains(name) ? name + "_" : component();
        }

        /** The value that starts it. */
        TypeName start() {
            return types == null ? RuntimeNames.OBJECT : types.startInput() == null ? types.state() : types.start();
        }

        TypeName result() {
            return types == null ? RuntimeNames.OBJECT : types.output();
        }

        TypeName end() {
            return ParameterizedTypeName.get(RuntimeNames.ENDED, result());
        }

        TypeName outcome() {
            return types == null ? RuntimeNames.AGENT_OUTCOME : types.outcome();
        }

        AgentTypes proven() {
            return Objects.requireNonNull(types);
        }
    }

    static List<CallTypes> of(AgentModel model) {
        return model.steps().stream()
                .limit(AgentModel.LARGEST)
                .flatMap(step -> Stream.ofNullable(step.call()).map(call -> of(step, call, model)))
                .toList();
    }

    private static CallTypes of(StepModel step, CallModel call, AgentModel model) {
        ClassName graph = graph(model);
        Set<String> seen = new HashSet<>();
        return new CallTypes(
                step,
                call,
                graph.nestedClass(GeneratedNames.starts(step.name())),
                graph.nestedClass(GeneratedNames.results(step.name())),
                graph.nestedClass(GeneratedNames.ends(step.name())),
                call.agents().stream().map(called -> Agent.of(called, seen)).toList(),
                step.next().stream()
                        .map(name -> model.step(name.text()))
                        .flatMap(Stream::ofNullable)
                        .distinct()
                        .toList());
    }

    /** Names a type in the signature of a step; those that are generated with the graph may not exist yet. */
    static TypeName name(TypeMirror type, AgentModel model) {
        ClassName generated = generated(type, model);
        return generated == null ? Nameable.name(type) : generated;
    }

    static boolean isNameable(TypeMirror type, AgentModel model) {
        return generated(type, model) != null || Nameable.isNameable(type);
    }

    private static @Nullable ClassName generated(TypeMirror type, AgentModel model) {
        return model.callOf(type) == null
                ? null
                : graph(model)
                        .nestedClass(((DeclaredType) type)
                                .asElement()
                                .getSimpleName()
                                .toString());
    }

    private static ClassName graph(AgentModel model) {
        return ClassName.get(model.names().packageName(), model.names().graph());
    }

    boolean isOfSeveral() {
        return call.shape() == Shape.SEVERAL;
    }

    boolean isList() {
        return call.shape() == Shape.LIST;
    }

    /** Whether the next step also takes failures. */
    boolean takesEnds() {
        return call.handsOverEnds();
    }

    /** Whether the result decides which step is next. */
    boolean isRouted() {
        return targets.size() > 1;
    }

    /** The agent of a call of one. */
    Agent agent() {
        return agents.get(0);
    }

    /** The graph of an agent as an expression. */
    static CodeBlock graph(Agent agent) {
        return CodeBlock.of("$T.definition()", agent.proven().graph());
    }
}
