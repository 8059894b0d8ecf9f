package io.stepgraph.processor.generate;

import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;

/** {@code Children}: the runtime's client of runs that calls have started. Only a call starts one. */
final class ChildrenClient implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeSpec.Builder children = ClientClass.of(
                types.children(),
                "The runs of {@code $L} that calls have started, on one engine. Safe for use by many threads.",
                ParameterizedTypeName.get(RuntimeNames.AGENT_RUNS, types.state(), types.steps(), types.outcome()),
                RuntimeNames.RUN_CLIENT,
                types);
        ClientMethods.addTo(children, types.children(), types);
        graph.addType(children.build());
    }
}
