package io.stepgraph.processor.generate;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import io.stepgraph.processor.model.StepModel;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** The transitions that carry nothing, each made once as a constant. */
final class FixedTransitions {

    private final AgentTypes types;
    private final Map<String, FieldSpec> byName = new LinkedHashMap<>();

    FixedTransitions(AgentTypes types) {
        this.types = types;
    }

    /** The constant that goes to a step, or ends if there is none. */
    String nameFor(@Nullable StepModel target) {
        String name = target == null ? "END" : "TO_" + target.constant();
        byName.computeIfAbsent(
                name,
                absent -> constant(
                        name,
                        target == null
                                ? CodeBlock.of("$T.end()", Api.TRANSITION)
                                : CodeBlock.of("$T.go($T.$L)", Api.TRANSITION, types.steps(), target.constant())));
        return name;
    }

    Iterable<FieldSpec> fields() {
        return byName.values();
    }

    private FieldSpec constant(String name, CodeBlock transition) {
        return FieldSpec.builder(types.transition(), name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(transition)
                .build();
    }
}
