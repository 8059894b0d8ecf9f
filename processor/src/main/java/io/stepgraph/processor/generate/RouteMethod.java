package io.stepgraph.processor.generate;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.Leaf;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.type.TypeMirror;

/** {@code route}: tells which step takes an answer, asking for each kind of answer in turn. */
final class RouteMethod implements Part {

    private static final CodeBlock EXPIRED = CodeBlock.of("answer instanceof $T", Api.EXPIRED);

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        MethodSpec.Builder route = Definition.implementing("route")
                .returns(types.steps())
                .addParameter(types.steps(), "interrupt")
                .addParameter(Api.OBJECT, "answer");
        if (!types.complete()) {
            definition.addMethod(Definition.broken(route));
        } else if (types.interrupts().isEmpty()) {
            definition.addMethod(route.addStatement("return null").build());
        } else {
            definition.addMethod(route.addCode(body(types)).build());
        }
    }

    private static CodeBlock body(AgentTypes types) {
        CodeBlock.Builder body = CodeBlock.builder().add("return switch (interrupt) {\n$>");
        List<String> steps = new ArrayList<>();
        for (StepModel step : types.model().steps()) {
            Asking asking = step.asking();
            if (asking == null) {
                steps.add(step.constant());
                continue;
            }
            body.add("case $L ->\n$>$>", step.constant());
            takers(asking, types)
                    .forEach((taker, tests) ->
                            body.add("$L ? $T.$L :\n", CodeBlock.join(tests, "\n|| "), types.steps(), taker));
            body.add("null;\n$<$<");
        }
        if (!steps.isEmpty()) {
            body.add("case $L -> null;\n", String.join(", ", steps));
        }
        return body.add("$<};\n").build();
    }

    /** The answers that each step takes. */
    private static Map<String, List<CodeBlock>> takers(Asking asking, AgentTypes types) {
        Map<String, List<CodeBlock>> takers = new LinkedHashMap<>();
        for (Leaf leaf : asking.leaves()) {
            for (int taker : leaf.takers()) {
                StepModel step = types.model().steps().get(taker);
                add(takers, step, test(leaf, step, asking, types));
            }
        }
        if (asking.expires() != null) {
            for (int taker : asking.expiryTakers()) {
                add(takers, types.model().steps().get(taker), EXPIRED);
            }
        }
        return takers;
    }

    private static void add(Map<String, List<CodeBlock>> takers, StepModel step, CodeBlock test) {
        List<CodeBlock> tests = takers.computeIfAbsent(step.constant(), absent -> new ArrayList<>());
        if (!tests.contains(test)) {
            tests.add(test);
        }
    }

    /** A leaf that this package cannot name is known as that part of the answer which the step takes. */
    private static CodeBlock test(Leaf leaf, StepModel taker, Asking asking, AgentTypes types) {
        Parameter input = taker.input();
        if (input == null || Nameable.isVisible(leaf.element(), types.graph().packageName())) {
            return instanceOf(leaf.type());
        }
        List<CodeBlock> answers = asking.answers().stream()
                .map(answer -> instanceOf(answer.type()))
                .toList();
        return CodeBlock.of("($L) && $L", CodeBlock.join(answers, " || "), instanceOf(input.type()));
    }

    private static CodeBlock instanceOf(TypeMirror type) {
        return CodeBlock.of("answer instanceof $T", ValueTypes.erased(Nameable.name(type)));
    }
}
