package io.stepgraph.processor.generate;

import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;

/** {@code Runs}: the runtime's client, which starts runs, with the answers of this agent. */
final class RunsClient implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeSpec.Builder runs = ClientClass.of(
                types.runs(),
                "The runs of {@code $L} on one engine. Safe for use by many threads.",
                client(types),
                RuntimeNames.RUN_CLIENT,
                types);
        ClientMethods.addTo(runs, types.runs(), types);
        graph.addType(runs.build());
    }

    /** Returns the client's type, with an input exactly if the first step takes one, so that no caller forgets it. */
    private static TypeName client(AgentTypes types) {
        TypeName input = types.startInput();
        return input == null
                ? ParameterizedTypeName.get(RuntimeNames.RUNS_FROM_STATE, types.state(), types.steps(), types.outcome())
                : ParameterizedTypeName.get(
                        RuntimeNames.RUNS_FROM_INPUT, types.state(), input.box(), types.steps(), types.outcome());
    }
}
