package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;

/** The enum of steps, in source order. */
final class StepsEnum {

    private StepsEnum() {}

    static TypeSpec.Builder of(AgentTypes types) {
        TypeSpec.Builder steps = TypeSpec.enumBuilder(types.steps())
                .addJavadoc("The steps of {@code $L}.\n", types.model().simpleName())
                .addModifiers(types.access());
        if (types.model().steps().isEmpty()) {
            // an error, but one that is reported elsewhere
            steps.addEnumConstant("NONE");
        }
        for (StepModel step : types.model().steps()) {
            steps.addEnumConstant(
                    step.constant(),
                    TypeSpec.anonymousClassBuilder("")
                            .addJavadoc("The $L {@code $L}.\n", step.isInterrupt() ? "interrupt" : "step", step.name())
                            .build());
        }
        return steps;
    }
}
