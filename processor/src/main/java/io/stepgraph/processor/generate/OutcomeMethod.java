package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.StepModel;

/** {@code outcome}: gives the types of this agent to where a run came to rest. */
final class OutcomeMethod implements Part {

    @Override
    public void addTo(Source definition, AgentTypes types) {
        definition.open("""

                @$
                protected Outcome outcome($<$> stop) {
                """, Api.OVERRIDE, Api.STOP, types.steps());
        if (types.complete()) {
            addCase(definition, types, "Completed", types.code("($) it.result()", types.output()));
            addCase(definition, types, "Failed", "it.failure(), it.cause()");
            addCase(definition, types, "Cancelled", "it.by()");
            addCase(definition, types, "Parked", "it.step(), it.reason(), it.required(), it.mode(), it.maxMode()");
            if (!types.interrupts().isEmpty()) {
                addAsked(definition, types);
            }
            definition.add("throw new $(stop.toString());", Api.ILLEGAL_STATE);
        } else {
            Definition.broken(definition);
        }
        definition.close("}");
    }

    private static void addCase(Source definition, AgentTypes types, String stop, String components) {
        definition.add("""
                if (stop instanceof $.$<$> it) {
                    return new Outcome.$($);
                }
                """, Api.STOP, stop, types.steps(), stop, components);
    }

    private static void addAsked(Source definition, AgentTypes types) {
        definition.open("if (stop instanceof $.Asked<$> it) {", Api.STOP, types.steps());
        definition.open("return switch (it.interrupt()) {");
        for (StepModel interrupt : types.interrupts()) {
            definition.add(
                    "case $ -> new $(it.ticket(), ($) it.question());",
                    interrupt.constant(),
                    types.outcome(interrupt),
                    types.question(interrupt));
        }
        if (types.interrupts().size() < types.model().steps().size()) {
            definition.add("default -> throw new $(stop.toString());", Api.ILLEGAL_STATE);
        }
        definition.close("};").close("}");
    }
}
