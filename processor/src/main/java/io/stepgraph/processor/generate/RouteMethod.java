package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.Leaf;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeMirror;

/** {@code route}: tells which step takes an answer, asking for each kind of answer in turn. */
final class RouteMethod implements Part {

    /** Kinds of answer; javac goes into an expression as deep as it is long, until its stack is used up. */
    private static final int IN_ONE_EXPRESSION = 100;

    @Override
    public void addTo(Source definition, AgentTypes types) {
        definition.open("""

                @$
                public $ route($ interrupt, $ answer) {
                """, Api.OVERRIDE, types.steps(), types.steps(), Api.OBJECT);
        if (!types.complete()) {
            Definition.broken(definition);
        } else if (types.interrupts().isEmpty()) {
            definition.add("return null;");
        } else {
            addCases(definition, types);
        }
        definition.close("}");
    }

    private static void addCases(Source definition, AgentTypes types) {
        definition.open("return switch (interrupt) {");
        for (StepModel step : types.model().steps()) {
            Asking asking = step.asking();
            if (asking != null) {
                addCase(step, takers(asking, types), definition, types);
            }
        }
        definition.add("default -> null;");
        definition.close("};");
    }

    private static void addCase(
            StepModel step, Map<StepModel, List<String>> takers, Source definition, AgentTypes types) {
        if (takers.values().stream().mapToInt(List::size).sum() > IN_ONE_EXPRESSION) {
            addStatements(step, takers, definition, types);
            return;
        }
        definition.open("case $ ->", step.constant());
        takers.forEach((taker, tests) -> definition.add("$ ? $ :", anyOf(tests), types.constant(taker)));
        definition.close("    null;");
    }

    private static void addStatements(
            StepModel step, Map<StepModel, List<String>> takers, Source definition, AgentTypes types) {
        definition.open("case $ -> {", step.constant());
        takers.forEach((taker, tests) -> {
            for (int from = 0; from < tests.size(); from += IN_ONE_EXPRESSION) {
                List<String> some = tests.subList(from, Math.min(from + IN_ONE_EXPRESSION, tests.size()));
                definition.add("""
                        if ($) {
                            yield $;
                        }
                        """, anyOf(some), types.constant(taker));
            }
        });
        definition.add("yield null;").close("}");
    }

    private static String anyOf(List<String> tests) {
        return String.join("\n        || ", tests);
    }

    /** The answers that each step takes. */
    private static Map<StepModel, List<String>> takers(Asking asking, AgentTypes types) {
        Map<StepModel, List<String>> takers = new LinkedHashMap<>();
        for (Leaf leaf : asking.leaves()) {
            for (int taker : leaf.takers()) {
                StepModel step = types.model().steps().get(taker);
                add(takers, step, test(leaf, step, asking, types));
            }
        }
        if (asking.expires() != null) {
            for (int taker : asking.expiryTakers()) {
                add(takers, types.model().steps().get(taker), types.code("answer instanceof $", Api.EXPIRED));
            }
        }
        return takers;
    }

    private static void add(Map<StepModel, List<String>> takers, StepModel step, String test) {
        List<String> tests = takers.computeIfAbsent(step, absent -> new ArrayList<>());
        if (!tests.contains(test)) {
            tests.add(test);
        }
    }

    /** A leaf that this package cannot name is known as that part of the answer which the step takes. */
    private static String test(Leaf leaf, StepModel taker, Asking asking, AgentTypes types) {
        Parameter input = taker.input();
        if (input == null
                || Nameable.isVisible(leaf.element(), types.model().names().packageName())) {
            return instanceOf(leaf.type(), types);
        }
        String answers = asking.answers().stream()
                .map(answer -> instanceOf(answer.type(), types))
                .collect(Collectors.joining(" || "));
        return "(" + answers + ") && " + instanceOf(input.type(), types);
    }

    private static String instanceOf(TypeMirror type, AgentTypes types) {
        return types.code("answer instanceof $", ValueTypes.erased(Nameable.name(type)));
    }
}
