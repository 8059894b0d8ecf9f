package io.stepgraph.processor.generate;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * The transitions that carry nothing, made once. They stand in an array and not each in a constant of its own, because
 * every call of a generic method costs the compiler dearly.
 */
final class FixedTransitions implements Part {

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        if (!types.complete()) {
            return;
        }
        definition.addField(FieldSpec.builder(
                        ArrayTypeName.of(types.transition()), "GO", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("new $T[$T.values().length]", Api.TRANSITION, types.steps())
                .build());
        definition.addField(FieldSpec.builder(types.transition(), "END", Modifier.STATIC, Modifier.FINAL)
                .initializer("$T.end()", Api.TRANSITION)
                .build());
        definition.addStaticBlock(CodeBlock.builder()
                .beginControlFlow("for ($T step : $T.values())", types.steps(), types.steps())
                .addStatement("GO[step.ordinal()] = $T.go(step)", Api.TRANSITION)
                .endControlFlow()
                .build());
        definition.addMethod(MethodSpec.methodBuilder("go")
                .addModifiers(Modifier.STATIC)
                .returns(types.transition())
                .addParameter(types.steps(), "step")
                .addStatement("return GO[step.ordinal()]")
                .build());
    }

    /** Goes to a step, or ends if there is none. */
    static CodeBlock to(@Nullable StepModel target, AgentTypes types) {
        return target == null ? CodeBlock.of("END") : CodeBlock.of("go($T.$L)", types.steps(), target.constant());
    }
}
