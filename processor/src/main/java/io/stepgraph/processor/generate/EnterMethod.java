package io.stepgraph.processor.generate;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import io.stepgraph.processor.model.StepModel;
import java.util.StringJoiner;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** {@code enter}: calls the method of a step and turns what it returns into a transition. */
final class EnterMethod implements Part {

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        MethodSpec.Builder enter = Definition.implementing("enter")
                .returns(types.transition())
                .addParameter(types.agent(), "agent")
                .addParameter(types.steps(), "step")
                .addParameter(types.state(), "state")
                .addParameter(Api.OBJECT, "input")
                .addParameter(ParameterizedTypeName.get(Api.STEP_CONTEXT, types.signalOrVoid()), "context")
                .addException(Exception.class);
        if (!types.complete()) {
            definition.addMethod(Definition.broken(enter));
            return;
        }
        // an expression, since a statement would compile with a step left out
        enter.addCode("return switch (step) {\n$>");
        for (StepModel step : types.model().steps()) {
            enter.addCode("case $L -> $L", step.constant(), transition(step, types));
        }
        definition.addMethod(enter.addCode("$<};\n").build());
        if (!NextClasses.choosing(types).isEmpty()) {
            definition.addMethod(chosen(types));
        }
    }

    private static CodeBlock transition(StepModel step, AgentTypes types) {
        CodeBlock call = call(step);
        return switch (step.returned().kind()) {
            case VOID ->
                CodeBlock.of("{\n$>$L;\nyield $L;\n$<}\n", call, FixedTransitions.to(target(step, types), types));
            case STATE -> carrying(call, target(step, types), "goWith", "endWith", types);
            case INPUT_FOR_NEXT, RESULT -> carrying(call, target(step, types), "go", "end", types);
            case QUESTION -> CodeBlock.of("$T.ask($L);\n", Api.TRANSITION, call);
            case NEXT_CLASS -> CodeBlock.of("chosen($L);\n", call);
            case OTHER -> throw new IllegalStateException("'" + step.name() + "' was not proven");
        };
    }

    private static CodeBlock carrying(
            CodeBlock call, @Nullable StepModel target, String go, String end, AgentTypes types) {
        return target == null
                ? CodeBlock.of("$T.$L($L);\n", Api.TRANSITION, end, call)
                : CodeBlock.of("$T.$L($T.$L, $L);\n", Api.TRANSITION, go, types.steps(), target.constant(), call);
    }

    /** The one next step; null for the end. */
    private static @Nullable StepModel target(StepModel step, AgentTypes types) {
        return types.model().step(step.next().get(0).text());
    }

    private static CodeBlock call(StepModel step) {
        Signature signature = step.signature();
        StringJoiner arguments = new StringJoiner(", ");
        arguments.add("state");
        Parameter input = signature.input();
        if (input != null) {
            arguments.add("($T) input");
        }
        if (signature.context() != null) {
            arguments.add("context");
        }
        String format = "agent.$L(" + arguments + ")";
        return input == null
                ? CodeBlock.of(format, step.name())
                : CodeBlock.of(format, step.name(), Nameable.name(input.type()));
    }

    private static MethodSpec chosen(AgentTypes types) {
        return MethodSpec.methodBuilder("chosen")
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(types.transition())
                .addParameter(NextClasses.baseOf(types), "next")
                .addStatement("return $T.chosen(next == null ? null : next.transition)", Api.TRANSITION)
                .build();
    }
}
