package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The types that the generated code of one agent mentions, and how it writes them.
 *
 * @param signal null if the graph has none
 * @param complete false if the build fails anyway: then only what the user's own code may call has to be right, and no
 *     method has to work
 */
record AgentTypes(
        AgentModel model,
        ClassName steps,
        TypeName agent,
        TypeName state,
        TypeName output,
        @Nullable TypeName signal,
        List<StepModel> interrupts,
        boolean complete,
        String fingerprint,
        TypeNames names) {

    private static final String RESULT = "R";

    /** Those that every agent has. */
    private static final Set<String> NESTED = Set.of(
            "Cancelled",
            "Cases",
            "Completed",
            "Definition",
            "Failed",
            "Machine",
            "Outcome",
            "Parked",
            "Pending",
            "Runs",
            RESULT,
            RESULT + "_");

    static AgentTypes of(AgentModel model) {
        TypeMirror signal = model.signal();
        boolean complete = isComplete(model);
        List<StepModel> interrupts = interrupts(model);
        return new AgentTypes(
                model,
                ClassName.get(model.names().packageName(), model.names().steps()),
                Nameable.isNameable(model.type().asType()) ? ClassName.get(model.type()) : Api.OBJECT,
                Nameable.name(model.state()).box(),
                Nameable.name(model.output()).box(),
                signal == null ? null : Nameable.name(signal),
                interrupts,
                complete,
                complete ? Fingerprint.of(model) : "",
                new TypeNames(model.names().packageName(), declared(model, interrupts)));
    }

    /** All types of the class that holds the generated code. */
    private static Set<String> declared(AgentModel model, List<StepModel> interrupts) {
        Set<String> declared = new HashSet<>(NESTED);
        declared.add(model.names().graph());
        model.steps().forEach(step -> declared.add(GeneratedNames.next(step.name())));
        interrupts.forEach(interrupt -> declared.add(GeneratedNames.pascal(interrupt.name())));
        return declared;
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

    /** As {@link TypeNames#code}. */
    String code(String format, Object... arguments) {
        return names.code(format, arguments);
    }

    /** The class that holds everything but the enum. */
    String graph() {
        return model.names().graph();
    }

    /** Void in place of no signal. */
    TypeName signalOrVoid() {
        return signal == null ? Api.VOID : signal;
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

    /** The constant of a step. */
    String constant(@Nullable StepModel step) {
        return step == null ? "null" : names.code("$.$", steps, step.constant());
    }

    /** The outcome that waits for an answer. */
    String outcome(StepModel interrupt) {
        return "Outcome." + GeneratedNames.pascal(interrupt.name());
    }

    TypeName question(StepModel interrupt) {
        return Nameable.name(interrupt.returned().type()).box();
    }

    /** The result of a match: not called like any of the records, which it would hide. */
    String result() {
        boolean taken = interrupts.stream()
                .anyMatch(interrupt -> GeneratedNames.pascal(interrupt.name()).equals(RESULT));
        return taken ? RESULT + "_" : RESULT;
    }

    String next(StepModel step) {
        return GeneratedNames.next(step.name());
    }

    /** Without those, in a graph with errors, which the enum lacks or whose names the generated types need for themselves. */
    private static List<StepModel> interrupts(AgentModel model) {
        return model.steps().stream()
                .limit(AgentModel.LARGEST)
                .filter(step -> step.isInterrupt()
                        && !ReservedNames.isOfOutcome(step.name())
                        && !GeneratedNames.pascal(step.name())
                                .equals(model.names().graph()))
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
    String access() {
        return access(model);
    }

    static String access(AgentModel model) {
        return model.isPublic() ? "public " : "";
    }
}
