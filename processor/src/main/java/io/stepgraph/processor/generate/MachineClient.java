package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;

/** {@code Machine}: the runtime's machine with the start and the answers of this agent. */
final class MachineClient implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        if (!types.calls().isEmpty()) {
            return;
        }
        TypeSpec.Builder machine = ClientClass.of(
                        types.machine(),
                        "One run of {@code $L} without a store: each call executes it until it pauses or ends.",
                        ParameterizedTypeName.get(
                                RuntimeNames.AGENT_MACHINE, types.state(), types.steps(), types.outcome()),
                        RuntimeNames.MACHINE_CLIENT,
                        types)
                .addMethod(as(types))
                .addMethod(start(types))
                .addMethod(answer(types));
        if (!types.interrupts().isEmpty()) {
            machine.addMethod(question(types));
        }
        for (StepModel interrupt : types.interrupts()) {
            for (TypeName answer : types.answers(interrupt)) {
                machine.addMethod(answer("answer", "Answers {@code $L}.", interrupt, answer, types));
            }
        }
        for (StepModel mailbox : types.mailboxes()) {
            for (TypeName message : types.answers(mailbox)) {
                machine.addMethod(answer("tell", "Gives a message to {@code $L}.", mailbox, message, types));
            }
        }
        graph.addType(machine.build());
    }

    private static MethodSpec as(AgentTypes types) {
        return AgentTypes.overriding("as", types.machine(), PUBLIC)
                .addParameter(RuntimeNames.ACTOR, "actor")
                .addStatement("return new $T(client.as(actor))", types.machine())
                .build();
    }

    private static MethodSpec start(AgentTypes types) {
        TypeName input = types.startInput();
        MethodSpec.Builder start = MethodSpec.methodBuilder("start")
                .addModifiers(types.visible())
                .returns(types.outcome())
                .addParameter(types.state(), "state");
        if (input == null) {
            start.addJavadoc("Starts the run with a state.");
        } else {
            start.addJavadoc("Starts the run with a state and the input of the first step.")
                    .addParameter(input, "input");
        }
        return start.addStatement(
                        "return $T.INSTANCE.outcome(client.start(state, $L))",
                        types.definition(),
                        input == null ? "null" : "input")
                .build();
    }

    private static MethodSpec answer(AgentTypes types) {
        return AgentTypes.overriding("answer", types.outcome(), PUBLIC)
                .addParameter(RuntimeNames.OBJECT, "answer")
                .addStatement("return $T.INSTANCE.outcome(client.answer(answer))", types.definition())
                .build();
    }

    private static MethodSpec question(AgentTypes types) {
        TypeName type = CommonType.of(types);
        CodeBlock cast = type.equals(RuntimeNames.OBJECT) ? CodeBlock.of("") : CodeBlock.of("($T) ", type);
        return MethodSpec.methodBuilder("question")
                .addJavadoc("The question that waits; throws {@code ILLEGAL_RUN_STATUS} if none does.")
                .addModifiers(types.visible())
                .returns(type)
                .addStatement("return $Lclient.question()", cast)
                .build();
    }

    private static MethodSpec answer(String verb, String says, StepModel interrupt, TypeName answer, AgentTypes types) {
        return MethodSpec.methodBuilder(GeneratedNames.answering(verb, interrupt.name()))
                .addJavadoc(says, interrupt.name())
                .addModifiers(types.visible())
                .returns(types.outcome())
                .addParameter(answer, "answer")
                .addStatement(
                        "return $T.INSTANCE.outcome(client.answer($L, answer))",
                        types.definition(),
                        types.constant(interrupt))
                .build();
    }
}
