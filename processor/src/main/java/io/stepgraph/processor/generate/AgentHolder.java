package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.PROTECTED;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

/** The entry of the generated class: takes an agent. The base class has the methods that run it. */
final class AgentHolder implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        graph.addMethod(MethodSpec.constructorBuilder()
                .addModifiers(PRIVATE)
                .addParameter(types.agent(), "agent")
                .addStatement("super($T.INSTANCE, agent)", types.definition())
                .build());
        graph.addMethod(MethodSpec.methodBuilder("of")
                .addJavadoc("Takes the one agent object that serves all runs.")
                .addModifiers(types.visible(STATIC))
                .returns(types.graph())
                .addParameter(types.agent(), "agent")
                .addStatement("return new $T(agent)", types.graph())
                .build());
        graph.addMethod(MethodSpec.methodBuilder("definition")
                .addJavadoc("Returns the graph, for generated code of agents that call this one.")
                .addModifiers(types.visible(STATIC))
                .returns(types.graphDefinition())
                .addStatement("return $T.INSTANCE", types.definition())
                .build());
        graph.addMethod(MethodSpec.methodBuilder("children")
                .addJavadoc("Gives the runs that calls have started their types, for generated code.")
                .addModifiers(types.visible(STATIC))
                .returns(types.children())
                .addParameter(types.client(RuntimeNames.RUN_CLIENT), "client")
                .addStatement("return new $T(client)", types.children())
                .build());
        graph.addMethod(typed("runs", types.first(types.runs()), RuntimeNames.RUN_CLIENT, types));
        graph.addMethod(
                types.calls().isEmpty()
                        ? typed("machine", types.firstMachine(), RuntimeNames.MACHINE_CLIENT, types)
                        : noMachine(types));
    }

    private static MethodSpec noMachine(AgentTypes types) {
        return AgentTypes.overriding("machine", types.firstMachine(), PROTECTED)
                .addParameter(types.client(RuntimeNames.MACHINE_CLIENT), "client")
                .addStatement(
                        "throw new $T($S)",
                        RuntimeNames.ILLEGAL_STATE,
                        types.agentName() + " calls other agents, so it has no machine: run it on a Runner, with a"
                                + " MemoryStore in tests.")
                .build();
    }

    /** Gives an untyped client the types of this agent. */
    private static MethodSpec typed(String name, ClassName typed, ClassName client, AgentTypes types) {
        return AgentTypes.overriding(name, typed, PROTECTED)
                .addParameter(types.client(client), "client")
                .addStatement("return new $T(client)", typed)
                .build();
    }
}
