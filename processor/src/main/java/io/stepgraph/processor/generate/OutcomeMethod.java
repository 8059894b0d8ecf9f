package io.stepgraph.processor.generate;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;
import javax.lang.model.element.Modifier;

/** {@code outcome}: gives the types of this agent to where a run came to rest. */
final class OutcomeMethod implements Part {

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        MethodSpec.Builder outcome = MethodSpec.methodBuilder("outcome")
                .addModifiers(Modifier.STATIC)
                .returns(types.outcome())
                .addParameter(ParameterizedTypeName.get(Api.STOP, types.steps()), "stop");
        if (!types.complete()) {
            definition.addMethod(Definition.broken(outcome));
            return;
        }
        add(outcome, types, "Completed", CodeBlock.of("($T) it.result()", types.output()));
        add(outcome, types, "Failed", CodeBlock.of("it.failure(), it.cause()"));
        add(outcome, types, "Cancelled", CodeBlock.of("it.by()"));
        add(outcome, types, "Parked", CodeBlock.of("it.step(), it.reason(), it.required()"));
        if (!types.interrupts().isEmpty()) {
            outcome.addCode(asked(types));
        }
        definition.addMethod(outcome.addStatement("throw new $T(stop.toString())", Api.ILLEGAL_STATE)
                .build());
    }

    private static void add(MethodSpec.Builder outcome, AgentTypes types, String stop, CodeBlock components) {
        outcome.beginControlFlow("if (stop instanceof $T<$T> it)", Api.STOP.nestedClass(stop), types.steps())
                .addStatement("return new $T($L)", types.outcome().nestedClass(stop), components)
                .endControlFlow();
    }

    private static CodeBlock asked(AgentTypes types) {
        CodeBlock.Builder code = CodeBlock.builder()
                .beginControlFlow("if (stop instanceof $T<$T> it)", Api.STOP.nestedClass("Asked"), types.steps())
                .add("return switch (it.interrupt()) {\n$>");
        for (StepModel interrupt : types.interrupts()) {
            code.add(
                    "case $L -> new $T(it.ticket(), ($T) it.question());\n",
                    interrupt.constant(),
                    types.outcome(interrupt),
                    OutcomeTypes.question(interrupt));
        }
        if (types.interrupts().size() < types.model().steps().size()) {
            code.add("default -> throw new $T(stop.toString());\n", Api.ILLEGAL_STATE);
        }
        return code.add("$<};\n").endControlFlow().build();
    }
}
