package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;

/** {@code Runs}: the runtime's client, which starts runs, with the answers of this agent. */
final class RunsClient implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeSpec.Builder runs = ClientClass.of(
                        types.runs(),
                        "The runs of {@code $L} on one engine. Safe for use by many threads.",
                        client(types),
                        RuntimeNames.RUN_CLIENT,
                        types)
                .addMethod(client(types, "as", RuntimeNames.ACTOR, "actor"))
                .addMethod(client(types, "with", RuntimeNames.START_OPTIONS, "options"));
        for (StepModel interrupt : types.interrupts()) {
            for (TypeName answer : types.answers(interrupt)) {
                addAnswers(runs, types, interrupt, answer);
            }
        }
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

    private static MethodSpec client(AgentTypes types, String name, TypeName type, String parameter) {
        return AgentTypes.overriding(name, types.runs(), PUBLIC)
                .addParameter(type, parameter)
                .addStatement("return new $T(client.$L($L))", types.runs(), name, parameter)
                .build();
    }

    private static void addAnswers(TypeSpec.Builder runs, AgentTypes types, StepModel interrupt, TypeName answer) {
        runs.addMethod(answer(interrupt, types.outcome(interrupt), "asked", answer, types)
                .addStatement(answering("asked.ticket(), answer"))
                .build());
        runs.addMethod(answer(interrupt, RuntimeNames.TICKET, "ticket", answer, types)
                .addStatement(answering("ticket, answer"))
                .build());
    }

    private static MethodSpec.Builder answer(
            StepModel interrupt, TypeName asked, String name, TypeName answer, AgentTypes types) {
        return ClientClass.answer(interrupt, types).addParameter(asked, name).addParameter(answer, "answer");
    }

    private static CodeBlock answering(String arguments) {
        return CodeBlock.of("return outcome(client.answer($L))", arguments);
    }
}
