package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.List;

/** The enum of steps, in source order. */
final class StepsEnum {

    private StepsEnum() {}

    static TypeSpec of(AgentModel model) {
        TypeSpec.Builder steps = TypeSpec.enumBuilder(model.names().steps())
                .addJavadoc("The steps of {@code $L}.", model.simpleName())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(AgentTypes.visible(model));
        if (model.steps().isEmpty()) {
            // an error that another check reports
            steps.addEnumConstant("NONE");
        }
        List<StepModel> compilable =
                model.steps().subList(0, Math.min(model.steps().size(), AgentModel.LARGEST));
        for (StepModel step : compilable) {
            steps.addEnumConstant(
                    step.constant(),
                    TypeSpec.anonymousClassBuilder("")
                            .addJavadoc("The $L {@code $L}.", step.kind(), step.name())
                            .build());
        }
        return steps.build();
    }
}
