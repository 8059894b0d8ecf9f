package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.stream.IntStream;

/** {@code join}: turns the ends of the agents that a call has called into a transition. */
final class JoinMethod implements Part {

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        if (types.calls().isEmpty()) {
            return;
        }
        definition.addMethod(AgentTypes.overriding("join", types.transition(), PUBLIC)
                .addParameter(types.steps(), "call")
                .addParameter(ParameterizedTypeName.get(RuntimeNames.LIST, RuntimeNames.ANY_ENDED), "ends")
                .addCode(types.complete() ? dispatch(types) : Definition.broken())
                .build());
    }

    private static CodeBlock dispatch(AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        types.calls().forEach(call -> cases.add("case $L -> $L;\n", call.step().constant(), joined(call, types)));
        if (types.calls().size() < types.model().steps().size()) {
            cases.add("default -> throw new $T(call.toString());\n", RuntimeNames.ILLEGAL_STATE);
        }
        return CodeBlock.of("""
                return switch (call) {
                $>$L$<};
                """, cases.build());
    }

    private static CodeBlock joined(CallTypes call, AgentTypes types) {
        if (call.isRouted()) {
            return CodeBlock.of("routed(call, ends)");
        }
        StepModel target = call.targets().get(0);
        Parameter input = target.input();
        CodeBlock constant = types.constant(target);
        return input == null
                ? CodeBlock.of("go($L)", constant)
                : CodeBlock.of("go($L, $L)", constant, handedOver(call));
    }

    private static CodeBlock handedOver(CallTypes call) {
        boolean takesEnds = call.takesEnds();
        if (call.isList()) {
            return CodeBlock.of(takesEnds ? "ends" : "results(ends)");
        }
        if (!call.isOfSeveral()) {
            return CodeBlock.of(takesEnds ? "ends.get(0)" : "result(ends, 0)");
        }
        CodeBlock components = IntStream.range(0, call.agents().size())
                .mapToObj(i -> component(call.agents().get(i), i, takesEnds))
                .collect(CodeBlock.joining(", "));
        return CodeBlock.of("new $T($L)", takesEnds ? call.ends() : call.results(), components);
    }

    private static CodeBlock component(CallTypes.Agent agent, int index, boolean takesEnds) {
        TypeName type = takesEnds ? agent.end() : agent.result();
        return CodeBlock.of(takesEnds ? "($T) ends.get($L)" : "($T) result(ends, $L)", type, index);
    }
}
