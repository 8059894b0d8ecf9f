package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.PROTECTED;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
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
        graph.addMethod(typed("runs", types.first(types.runs()), RuntimeNames.RUN_CLIENT, types));
        graph.addMethod(typed("machine", types.first(types.machine()), RuntimeNames.MACHINE_CLIENT, types));
    }

    /** Gives an untyped client the types of this agent. */
    private static MethodSpec typed(String name, ClassName typed, ClassName client, AgentTypes types) {
        return AgentTypes.overriding(name, typed, PROTECTED)
                .addParameter(ParameterizedTypeName.get(client, types.state(), types.steps()), "client")
                .addStatement("return new $T(client)", typed)
                .build();
    }
}
