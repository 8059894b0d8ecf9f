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
                definition.open("case $ ->", step.constant());
                takers(asking, types)
                        .forEach((taker, tests) ->
                                definition.add("$ ? $ :", String.join("\n        || ", tests), types.constant(taker)));
                definition.close("    null;");
            }
        }
        definition.add("default -> null;");
        definition.close("};");
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
