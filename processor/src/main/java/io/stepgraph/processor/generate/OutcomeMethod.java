package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.PUBLIC;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code outcome}: gives an outcome of the runtime the types of this agent. */
final class OutcomeMethod implements Part {
    private static final ClassName QUESTION_ASKED = RuntimeNames.RUN_OUTCOME.nestedClass("QuestionAsked");
    private static final ClassName LISTENING = RuntimeNames.RUN_OUTCOME.nestedClass("Listening");
    private static final ClassName CALLED = RuntimeNames.RUN_OUTCOME.nestedClass("Called");
    private static final ClassName PAUSED = RuntimeNames.RUN_OUTCOME.nestedClass("Paused");

    /** An outcome at steps of one kind. Each has a method of its own, so that HotSpot inlines all. */
    private record Stop(ClassName outcome, String method, String step, List<StepModel> steps) {}

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        List<Stop> stops = Stream.of(
                        new Stop(QUESTION_ASKED, "pending", "interrupt", types.interrupts()),
                        new Stop(LISTENING, "listening", "mailbox", types.mailboxes()),
                        new Stop(PAUSED, "waiting", "step", types.waits()),
                        new Stop(
                                CALLED,
                                "called",
                                "call",
                                types.calls().stream().map(CallTypes::step).toList()))
                .filter(stop -> types.complete() && !stop.steps.isEmpty())
                .toList();
        definition.addMethod(AgentTypes.overriding("outcome", types.outcome(), PUBLIC)
                .addParameter(ParameterizedTypeName.get(RuntimeNames.RUN_OUTCOME, types.steps()), "outcome")
                .addCode(types.complete() ? cases(stops, types) : Definition.broken())
                .build());
        stops.forEach(stop -> definition.addMethod(method(stop, types)));
    }

    private static CodeBlock cases(List<Stop> stops, AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        for (Stop stop : stops) {
            cases.add("""
                    if (outcome instanceof $T<$T> it) {
                        return $L(it);
                    }
                    """, stop.outcome, types.steps(), stop.method);
        }
        cases.add(caseOf("Completed", CodeBlock.of("($T) it.result(), it.effectsInDoubt()", types.output()), types));
        cases.add(caseOf("Failed", CodeBlock.of("it.failure(), it.cause(), it.effectsInDoubt()"), types));
        cases.add(caseOf("Cancelled", CodeBlock.of("it.by(), it.effectsInDoubt()"), types));
        cases.add(caseOf(
                "Parked", CodeBlock.of("it.step(), it.reason(), it.required(), it.mode(), it.maxMode()"), types));
        return cases.add("throw new $T(outcome.toString());\n", RuntimeNames.ILLEGAL_STATE)
                .build();
    }

    private static MethodSpec method(Stop stop, AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        for (StepModel step : stop.steps) {
            cases.add("case $L -> new $T($L);\n", step.constant(), types.outcome(step), components(step, types));
        }
        if (stop.steps.size() < types.model().steps().size()) {
            cases.add("default -> throw new $T(it.toString());\n", RuntimeNames.ILLEGAL_STATE);
        }
        return MethodSpec.methodBuilder(stop.method)
                .addModifiers(PRIVATE, STATIC)
                .returns(types.outcome())
                .addParameter(ParameterizedTypeName.get(stop.outcome, types.steps()), "it")
                .addCode("""
                        return switch (it.$L()) {
                        $>$L$<};
                        """, stop.step, cases.build())
                .build();
    }

    private static CodeBlock components(StepModel step, AgentTypes types) {
        if (step.isWait() || step.isMailbox()) {
            return CodeBlock.of("it.until()");
        }
        if (!step.isCall()) {
            return CodeBlock.of("it.ticket(), ($T) it.question()", types.question(step));
        }
        CallTypes call = types.call(step);
        if (call.isList()) {
            return CodeBlock.of("it.size(), it.ended(), waiting(it, $L)", CallTypes.graph(call.agent()));
        }
        CodeBlock children = IntStream.range(0, call.agents().size())
                .mapToObj(i -> CodeBlock.of(
                        "called(it, $L, $L)", i, CallTypes.graph(call.agents().get(i))))
                .collect(CodeBlock.joining(", "));
        return call.isOfSeveral() ? children : CodeBlock.of("it.children().get(0).run(), $L", children);
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
