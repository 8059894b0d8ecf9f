package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.Set;

/** The enum of steps, in source order. */
final class StepsEnum {

    private StepsEnum() {}

    static Source of(AgentModel model) {
        GeneratedNames names = model.names();
        Source steps = new Source(new TypeNames(names.packageName(), Set.of(names.steps())))
                .open("""
                        /** The steps of {@code $}. */
                        @$
                        $enum $ {
                        """, model.simpleName(), Api.GENERATED, AgentTypes.access(model), names.steps());
        if (model.steps().isEmpty()) {
            // an error, but one that is reported elsewhere
            steps.add("NONE");
        }
        List<StepModel> compilable =
                model.steps().subList(0, Math.min(model.steps().size(), AgentModel.LARGEST));
        for (StepModel step : compilable) {
            steps.add("""
                    /** The $ {@code $}. */
                    $,
                    """, step.isInterrupt() ? "interrupt" : "step", step.name(), step.constant());
        }
        return steps.close("}");
    }
}
