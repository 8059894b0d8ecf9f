package io.stepgraph.processor.generate;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * {@code spec}: the graph as data, built once by plain statements, since lambdas and streams would cost every program that
 * starts.
 */
final class SpecMethod implements Part {

    /** Steps a method, so that even a huge graph stays far from the limit of 64 KB. */
    private static final int CHUNK = 200;

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        TypeName spec = ParameterizedTypeName.get(Api.GRAPH_SPEC, types.steps());
        MethodSpec.Builder accessor = Definition.implementing("spec").returns(spec);
        if (!types.complete()) {
            definition.addMethod(Definition.broken(accessor));
            return;
        }
        definition.addField(spec, "spec", Modifier.PRIVATE, Modifier.FINAL);
        definition.addMethod(MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addCode(building(types))
                .build());
        definition.addMethod(accessor.addStatement("return spec").build());
        List<StepModel> steps = types.model().steps();
        for (int from = CHUNK; from < steps.size(); from += CHUNK) {
            definition.addMethod(MethodSpec.methodBuilder("stepsFrom" + from)
                    .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                    .addParameter(builder(types), "graph")
                    .addCode(steps(steps.subList(from, Math.min(from + CHUNK, steps.size())), types))
                    .build());
        }
    }

    private static TypeName builder(AgentTypes types) {
        return ParameterizedTypeName.get(Api.GRAPH_SPEC.nestedClass("Builder"), types.steps());
    }

    private static CodeBlock building(AgentTypes types) {
        AgentModel model = types.model();
        CodeBlock.Builder code = CodeBlock.builder()
                .addStatement(
                        "$T graph = $T.builder($S, $S, $L, $L)",
                        builder(types),
                        Api.GRAPH_SPEC,
                        model.graphName(),
                        Fingerprint.of(model),
                        ValueTypes.of(types.state()),
                        ValueTypes.of(types.output()));
        TypeName signal = types.signal();
        if (signal != null) {
            code.addStatement("graph.signal($L)", ValueTypes.of(signal));
        }
        List<StepModel> steps = model.steps();
        code.add(steps(steps.subList(0, Math.min(CHUNK, steps.size())), types));
        for (int from = CHUNK; from < steps.size(); from += CHUNK) {
            code.addStatement("stepsFrom$L(graph)", from);
        }
        StepModel start = model.startStep();
        return code.addStatement("spec = graph.build($T.$L)", types.steps(), start == null ? "" : start.constant())
                .build();
    }

    private static CodeBlock steps(List<StepModel> steps, AgentTypes types) {
        CodeBlock.Builder code = CodeBlock.builder();
        steps.forEach(step -> code.addStatement(new StepStatement(step, types).code()));
        return code.build();
    }
}
