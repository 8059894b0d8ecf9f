package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.PROTECTED;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;

/** {@code outcome}: gives an outcome of the runtime the types of this agent. */
final class OutcomeMethod implements Part {
    private static final ClassName QUESTION_ASKED = RuntimeNames.RUN_OUTCOME.nestedClass("QuestionAsked");

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        definition.addMethod(AgentTypes.overriding("outcome", types.outcome(), PROTECTED)
                .addParameter(ParameterizedTypeName.get(RuntimeNames.RUN_OUTCOME, types.steps()), "outcome")
                .addCode(types.complete() ? cases(types) : Definition.broken())
                .build());
        if (types.complete() && !types.interrupts().isEmpty()) {
            definition.addMethod(pending(types));
        }
    }

    private static CodeBlock cases(AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        if (!types.interrupts().isEmpty()) {
            cases.add("""
                    if (outcome instanceof $T<$T> it) {
                        return pending(it);
                    }
                    """, QUESTION_ASKED, types.steps());
        }
        cases.add(caseOf("Completed", CodeBlock.of("($T) it.result(), it.effectsInDoubt()", types.output()), types));
        cases.add(caseOf("Failed", CodeBlock.of("it.failure(), it.cause(), it.effectsInDoubt()"), types));
        cases.add(caseOf("Cancelled", CodeBlock.of("it.by(), it.effectsInDoubt()"), types));
        cases.add(caseOf(
                "Parked", CodeBlock.of("it.step(), it.reason(), it.required(), it.mode(), it.maxMode()"), types));
        return cases.add("throw new $T(outcome.toString());\n", RuntimeNames.ILLEGAL_STATE)
                .build();
    }

    /** A method of its own, so that HotSpot inlines both. */
    private static MethodSpec pending(AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        for (StepModel interrupt : types.interrupts()) {
            cases.add(
                    "case $L -> new $T(it.ticket(), ($T) it.question());\n",
                    interrupt.constant(),
                    types.outcome(interrupt),
                    types.question(interrupt));
        }
        if (types.interrupts().size() < types.model().steps().size()) {
            cases.add("default -> throw new $T(it.toString());\n", RuntimeNames.ILLEGAL_STATE);
        }
        return MethodSpec.methodBuilder("pending")
                .addModifiers(PRIVATE, STATIC)
                .returns(types.outcome())
                .addParameter(ParameterizedTypeName.get(QUESTION_ASKED, types.steps()), "it")
                .addCode("""
                        return switch (it.interrupt()) {
                        $>$L$<};
                        """, cases.build())
                .build();
    }

    private static CodeBlock caseOf(String name, CodeBlock components, AgentTypes types) {
        return CodeBlock.of(
                """
                if (outcome instanceof $T<$T> it) {
                    return new $T($L);
                }
                """,
                RuntimeNames.RUN_OUTCOME.nestedClass(name),
                types.steps(),
                types.outcome().nestedClass(name),
                components);
    }
}
