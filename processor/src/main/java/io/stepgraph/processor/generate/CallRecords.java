package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import java.util.function.Function;

/** {@code Start}, of an agent that starts with two values, and what calls of several agents return and hand over. */
final class CallRecords implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeName input = types.startInput();
        if (input != null) {
            graph.addType(record(
                    types.start(),
                    "What a call of {@code $L} returns: the state and the input of its first step.",
                    types.agentName(),
                    List.of(component(types.state(), "state"), component(input, "input")),
                    types));
        }
        for (CallTypes call : types.calls()) {
            if (call.isOfSeveral()) {
                graph.addType(of(call.starts(), "What {@code $L} returns.", CallTypes.Agent::start, call, types));
                boolean takesEnds = call.takesEnds();
                if (!takesEnds || !types.complete()) {
                    graph.addType(
                            of(call.results(), "The results of {@code $L}.", CallTypes.Agent::result, call, types));
                }
                if (takesEnds || !types.complete()) {
                    graph.addType(of(
                            call.ends(), "The ends of all agents of {@code $L}.", CallTypes.Agent::end, call, types));
                }
            }
        }
    }

    private static TypeSpec of(
            ClassName name, String says, Function<CallTypes.Agent, TypeName> type, CallTypes call, AgentTypes types) {
        List<ParameterSpec> components = call.agents().stream()
                .map(agent -> component(type.apply(agent), agent.component()))
                .toList();
        return record(name, says, call.step().name(), components, types);
    }

    private static ParameterSpec component(TypeName type, String name) {
        return ParameterSpec.builder(type, name).build();
    }

    private static TypeSpec record(
            ClassName name, String says, String of, List<ParameterSpec> components, AgentTypes types) {
        return TypeSpec.recordBuilder(name)
                .addJavadoc(says, of)
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(STATIC))
                .recordConstructor(MethodSpec.constructorBuilder()
                        .addParameters(components)
                        .build())
                .build();
    }
}
