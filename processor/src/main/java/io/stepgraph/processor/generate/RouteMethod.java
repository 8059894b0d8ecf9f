package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** {@code route}: tells which step takes an answer, or the result of a call, asking for each kind in turn. */
final class RouteMethod implements Part {

    /** Kinds of answer; javac goes into an expression as deep as it is long, until its stack is used up. */
    private static final int IN_ONE_EXPRESSION = 100;

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        definition.addMethod(AgentTypes.overriding("route", types.steps(), PUBLIC)
                .addParameter(types.steps(), "interrupt")
                .addParameter(RuntimeNames.OBJECT, "answer")
                .addCode(types.complete() ? dispatch(types) : Definition.broken())
                .build());
    }

    private static CodeBlock dispatch(AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        for (StepModel step : types.model().steps()) {
            InterruptModel asked = step.interrupt();
            CallModel call = step.call();
            if (asked != null) {
                cases.add(caseOf(step, tests(step, asked, types), types));
            } else if (call != null && types.call(step).isRouted()) {
                cases.add(caseOf(step, tests(step, call.results(), List.of(erased(call.result())), types), types));
            }
        }
        if (cases.isEmpty()) {
            return CodeBlock.of("return null;\n");
        }
        return CodeBlock.of("""
                return switch (interrupt) {
                $>$Ldefault -> null;
                $<};
                """, cases.build());
    }

    private static CodeBlock caseOf(StepModel step, Map<StepModel, List<CodeBlock>> tests, AgentTypes types) {
        if (tests.values().stream().mapToInt(List::size).sum() > IN_ONE_EXPRESSION) {
            return statements(step, tests, types);
        }
        CodeBlock.Builder one = CodeBlock.builder().add("case $L ->\n$>", step.constant());
        tests.forEach((taker, kinds) -> one.add("$L ? $L :\n", anyOf(kinds), types.constant(taker)));
        return one.add("null;\n$<").build();
    }

    private static CodeBlock statements(StepModel step, Map<StepModel, List<CodeBlock>> tests, AgentTypes types) {
        CodeBlock.Builder one = CodeBlock.builder().add("case $L -> {\n$>", step.constant());
        tests.forEach((taker, kinds) -> {
            for (int from = 0; from < kinds.size(); from += IN_ONE_EXPRESSION) {
                List<CodeBlock> some = kinds.subList(from, Math.min(from + IN_ONE_EXPRESSION, kinds.size()));
                one.add("""
                        if ($L) {
                            yield $L;
                        }
                        """, anyOf(some), types.constant(taker));
            }
        });
        return one.add("yield null;\n$<}\n").build();
    }

    private static CodeBlock anyOf(List<CodeBlock> tests) {
        return CodeBlock.join(tests, "\n        || ");
    }

    /** The tests that an answer has to pass for each step that takes one. */
    private static Map<StepModel, List<CodeBlock>> tests(StepModel interrupt, InterruptModel asked, AgentTypes types) {
        List<TypeName> answers =
                asked.answers().stream().map(answer -> erased(answer.type())).toList();
        Map<StepModel, List<CodeBlock>> tests = tests(interrupt, asked.leaves(), answers, types);
        if (asked.mayExpire()) {
            for (int taker : asked.expiryTakers()) {
                tests.computeIfAbsent(types.model().steps().get(taker), absent -> new ArrayList<>())
                        .add(instanceOf(RuntimeNames.EXPIRED));
            }
        }
        return tests;
    }

    private static Map<StepModel, List<CodeBlock>> tests(
            StepModel interrupt, List<AnswerVariant> leaves, List<TypeName> answers, AgentTypes types) {
        Map<StepModel, Map<TypeName, CodeBlock>> tests = new LinkedHashMap<>();
        for (AnswerVariant leaf : leaves) {
            for (int taker : leaf.takers()) {
                addTest(leaf, types.model().steps().get(taker), interrupt, answers, types, tests);
            }
        }
        Map<StepModel, List<CodeBlock>> each = new LinkedHashMap<>();
        tests.forEach((taker, kinds) -> each.put(taker, new ArrayList<>(kinds.values())));
        return each;
    }

    /** A leaf that this package cannot name is known as that part of the answer which the step takes. */
    private static void addTest(
            AnswerVariant leaf,
            StepModel taker,
            StepModel interrupt,
            List<TypeName> answers,
            AgentTypes types,
            Map<StepModel, Map<TypeName, CodeBlock>> tests) {
        Parameter input = taker.taking(interrupt.name());
        if (input == null || Nameable.isVisible(leaf.element(), types.steps().packageName())) {
            TypeName kind = erased(leaf.type());
            of(taker, tests).put(kind, instanceOf(kind));
            return;
        }
        CodeBlock anyOf = answers.stream().map(RouteMethod::instanceOf).collect(CodeBlock.joining(" || "));
        TypeName part = erased(input.type());
        of(taker, tests).putIfAbsent(part, CodeBlock.of("($L) && $L", anyOf, instanceOf(part)));
    }

    private static Map<TypeName, CodeBlock> of(StepModel taker, Map<StepModel, Map<TypeName, CodeBlock>> tests) {
        return tests.computeIfAbsent(taker, absent -> new LinkedHashMap<>());
    }

    private static TypeName erased(@Nullable TypeMirror type) {
        return ValueTypes.erased(Nameable.name(type));
    }

    private static CodeBlock instanceOf(TypeName type) {
        return CodeBlock.of("answer instanceof $T", type);
    }
}
