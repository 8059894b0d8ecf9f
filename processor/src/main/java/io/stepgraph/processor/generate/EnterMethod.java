package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import io.stepgraph.processor.model.StepModel;
import org.jspecify.annotations.Nullable;

/** {@code enter}: calls the method of a step and turns what it returns into a transition. */
final class EnterMethod implements Part {

    @Override
    public void addTo(Source definition, AgentTypes types) {
        definition.open(
                """

                @$
                public $<$, $> enter($ agent, $ step, $ state, $ input, $<$> context) throws $ {
                """,
                Api.OVERRIDE,
                Api.TRANSITION,
                types.steps(),
                types.state(),
                types.agent(),
                types.steps(),
                types.state(),
                Api.OBJECT,
                Api.STEP_CONTEXT,
                types.signalOrVoid(),
                Api.EXCEPTION);
        if (types.complete()) {
            // an expression, since a statement would compile with a step left out
            definition.open("return switch (step) {");
            types.model().steps().forEach(step -> addCase(step, definition, types));
            definition.close("};");
        } else {
            Definition.broken(definition);
        }
        definition.close("}");
    }

    private static void addCase(StepModel step, Source definition, AgentTypes types) {
        String call = call(step, types);
        @Nullable String target = target(step, types);
        switch (step.returned().kind()) {
            case VOID -> definition.add("""
                        case $ -> {
                            $;
                            yield $;
                        }
                        """, step.constant(), call, target == null ? "end()" : "go(" + target + ")");
            case STATE -> addCase(step, target == null ? "endWith(" : "goWith(" + target + ", ", call, definition);
            case INPUT_FOR_NEXT, RESULT ->
                addCase(step, target == null ? "end(" : "go(" + target + ", ", call, definition);
            case QUESTION -> addCase(step, "ask(", call, definition);
            case NEXT_CLASS -> addCase(step, "chosen(", call, definition);
            case OTHER -> throw new IllegalStateException("'" + step.name() + "' was not proven");
        }
    }

    private static void addCase(StepModel step, String transition, String call, Source definition) {
        definition.add("case $ -> $$);", step.constant(), transition, call);
    }

    /** The one next step; null for the end. */
    private static @Nullable String target(StepModel step, AgentTypes types) {
        StepModel target = types.model().step(step.next().get(0).text());
        return target == null ? null : types.constant(target);
    }

    private static String call(StepModel step, AgentTypes types) {
        Signature signature = step.signature();
        StringBuilder call = new StringBuilder("agent.").append(step.name()).append("(state");
        Parameter input = signature.input();
        if (input != null) {
            call.append(types.code(", ($) input", Nameable.name(input.type())));
        }
        return call.append(signature.context() == null ? ")" : ", context)").toString();
    }
}
