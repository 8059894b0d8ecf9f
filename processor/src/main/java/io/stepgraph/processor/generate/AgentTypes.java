package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The types that the generated code of one agent mentions.
 *
 * @param graph the class that holds everything but the enum
 * @param steps the enum
 * @param signal null if the graph has none
 * @param complete false if the build fails anyway: then only what the user's own code may call has to be right, and no
 *     method has to work
 */
record AgentTypes(
        AgentModel model,
        ClassName graph,
        ClassName steps,
        TypeName agent,
        TypeName state,
        TypeName output,
        @Nullable TypeName signal,
        boolean complete) {

    static AgentTypes of(AgentModel model) {
        GeneratedNames names = model.names();
        TypeMirror signal = model.signal();
        return new AgentTypes(
                model,
                ClassName.get(names.packageName(), names.graph()),
                ClassName.get(names.packageName(), names.steps()),
                Nameable.isNameable(model.type().asType()) ? ClassName.get(model.type()) : Api.OBJECT,
                Nameable.name(model.state()),
                Nameable.name(model.output()).box(),
                signal == null ? null : Nameable.name(signal),
                isComplete(model));
    }

    /** Besides what the checks find, the compiler itself reports types and values that are missing. */
    private static boolean isComplete(AgentModel model) {
        return model.sound()
                && model.startStep() != null
                && model.steps().stream().allMatch(AgentTypes::isComplete);
    }

    private static boolean isComplete(StepModel step) {
        Returned returned = step.returned();
        Stream<TypeMirror> taken = Stream.of(
                        step.signature().state(), step.input(), step.signature().context())
                .flatMap(Stream::ofNullable)
                .map(Parameter::type);
        return !step.next().isEmpty()
                && taken.allMatch(Nameable::isNameable)
                && switch (returned.kind()) {
                    case OTHER -> false;
                    case NEXT_CLASS -> true;
                    default -> Nameable.isNameable(returned.type());
                };
    }

    /** Void in place of no signal. */
    TypeName signalOrVoid() {
        return signal == null ? ClassName.get(Void.class) : signal;
    }

    String agentName() {
        return model.simpleName();
    }

    /** What the first step takes, or null. */
    @Nullable TypeName startInput() {
        StepModel start = model.startStep();
        Parameter input = start == null ? null : start.input();
        return input == null ? null : Nameable.name(input.type());
    }

    ClassName nested(String name) {
        return graph.nestedClass(name);
    }

    ClassName outcome() {
        return nested("Outcome");
    }

    /** The outcome that waits for an answer. */
    ClassName outcome(StepModel interrupt) {
        return outcome().nestedClass(GeneratedNames.pascal(interrupt.name()));
    }

    ClassName next(StepModel step) {
        return nested(GeneratedNames.next(step.name()));
    }

    TypeName transition() {
        return ParameterizedTypeName.get(Api.TRANSITION, steps, state);
    }

    /** Without those, in a graph with errors, whose names the generated types need for themselves. */
    List<StepModel> interrupts() {
        return model.steps().stream()
                .filter(step -> step.isInterrupt() && !ReservedNames.isOfOutcome(step.name()))
                .toList();
    }

    List<TypeUse> answers(StepModel interrupt) {
        Asking asking = interrupt.asking();
        return asking == null ? List.of() : asking.answers();
    }

    /** Whether the graph has a result besides its state. */
    boolean hasResult() {
        return model.steps().stream().anyMatch(step -> step.returned().kind() == Returned.Kind.RESULT);
    }

    /** {@code public} if the agent is. */
    Modifier[] access(Modifier... others) {
        List<Modifier> modifiers = new ArrayList<>();
        if (model.isPublic()) {
            modifiers.add(Modifier.PUBLIC);
        }
        modifiers.addAll(List.of(others));
        return modifiers.toArray(new Modifier[0]);
    }
}
