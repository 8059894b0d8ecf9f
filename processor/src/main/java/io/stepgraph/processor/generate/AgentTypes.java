package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The types that the generated code of one agent mentions, and how it writes them.
 *
 * @param graph the class that holds everything but the enum
 * @param steps the enum
 * @param customEvent null if the graph has none
 * @param complete false if the build fails anyway: then only the signatures that the user's code
 *     may call must be right, and no method has to work
 */
record AgentTypes(
        AgentModel model,
        ClassName graph,
        ClassName steps,
        TypeName agent,
        TypeName state,
        TypeName output,
        @Nullable TypeName customEvent,
        List<StepModel> interrupts,
        List<StepModel> waits,
        boolean complete,
        String fingerprint) {

    private static final String RESULT = "R";

    static AgentTypes of(AgentModel model, boolean sound) {
        TypeMirror customEvent = model.customEvent();
        boolean complete = sound && isComplete(model);
        return new AgentTypes(
                model,
                ClassName.get(model.names().packageName(), model.names().graph()),
                ClassName.get(model.names().packageName(), model.names().steps()),
                Nameable.isNameable(model.type().asType()) ? ClassName.get(model.type()) : RuntimeNames.OBJECT,
                Nameable.name(model.state()).box(),
                Nameable.name(model.output()).box(),
                customEvent == null ? null : Nameable.name(customEvent),
                withOutcome(model, StepModel::isInterrupt),
                withOutcome(model, StepModel::isWait),
                complete,
                complete ? Fingerprint.of(model) : "");
    }

    /** Begins a method that overrides one of the runtime. */
    static MethodSpec.Builder overriding(String name, TypeName type, Modifier... modifiers) {
        return MethodSpec.methodBuilder(name)
                .addAnnotation(RuntimeNames.OVERRIDE)
                .addModifiers(modifiers)
                .returns(type);
    }

    /** The checks do not report missing types and values, because the compiler does. */
    private static boolean isComplete(AgentModel model) {
        return model.startStep() != null && model.steps().stream().allMatch(AgentTypes::isComplete);
    }

    private static boolean isComplete(StepModel step) {
        Returned returned = step.returned();
        Stream<TypeMirror> taken = step.signature().parameters().map(Parameter::type);
        Stream<TypeMirror> exceptions = step.exceptions().map(TypeUse::type);
        return !step.next().isEmpty()
                && Stream.concat(taken, exceptions).allMatch(Nameable::isNameable)
                && switch (returned.kind()) {
                    case OTHER -> false;
                    case NEXT_CLASS -> true;
                    default -> Nameable.isNameable(returned.type());
                };
    }

    ClassName definition() {
        return graph.nestedClass("Definition");
    }

    ClassName outcome() {
        return graph.nestedClass("Outcome");
    }

    /** The outcome that waits for an answer, or for a time. */
    ClassName outcome(StepModel step) {
        return outcome().nestedClass(GeneratedNames.pascal(step.name()));
    }

    ClassName runs() {
        return graph.nestedClass("Runs");
    }

    ClassName machine() {
        return graph.nestedClass("Machine");
    }

    /** Returns the type that {@code on} and {@code machine} return: the client, or what gives it a name first. */
    ClassName first(ClassName client) {
        return needsStarter() ? client.nestedClass(UnnamedClient.NAME) : client;
    }

    /** Whether it matters for a question of a run who has started it. */
    boolean needsStarter() {
        return model.steps().stream()
                .map(StepModel::interrupt)
                .anyMatch(asked ->
                        asked != null && asked.rule() != null && asked.rule().needsStarter());
    }

    ClassName next(String step) {
        return graph.nestedClass(GeneratedNames.next(step));
    }

    TypeName transition() {
        return ParameterizedTypeName.get(RuntimeNames.TRANSITION, steps, state);
    }

    /** Void in place of no custom event. */
    TypeName customEventOrVoid() {
        return customEvent == null ? RuntimeNames.VOID : customEvent;
    }

    String agentName() {
        return model.simpleName();
    }

    /** The input of the first step, or null. */
    @Nullable TypeName startInput() {
        StepModel start = model.startStep();
        Parameter input = start == null ? null : start.input();
        return input == null ? null : Nameable.name(input.type());
    }

    /** The constant of a step. */
    CodeBlock constant(@Nullable StepModel step) {
        return step == null ? CodeBlock.of("null") : CodeBlock.of("$T.$L", steps, step.constant());
    }

    TypeName question(StepModel interrupt) {
        return Nameable.name(interrupt.returned().type()).box();
    }

    /** The type variable for the result of a match; a record of the same name would be hidden by it. */
    TypeVariableName result() {
        boolean taken = Stream.concat(interrupts.stream(), waits.stream())
                .anyMatch(step -> GeneratedNames.pascal(step.name()).equals(RESULT));
        return TypeVariableName.get(taken ? RESULT + "_" : RESULT);
    }

    /**
     * Returns the interrupts or the waits. In a graph with errors, leaves out those without an enum constant and those with a
     * reserved name.
     */
    private static List<StepModel> withOutcome(AgentModel model, Predicate<StepModel> kind) {
        return model.steps().stream()
                .limit(AgentModel.LARGEST)
                .filter(step -> kind.test(step)
                        && !ReservedNames.isOfOutcome(step.name())
                        && !GeneratedNames.pascal(step.name())
                                .equals(model.names().graph()))
                .toList();
    }

    /** Each once: a type that is listed twice is reported as such, and not as two equal methods. */
    List<TypeName> answers(StepModel interrupt) {
        InterruptModel asked = interrupt.interrupt();
        return asked == null
                ? List.of()
                : asked.answers().stream()
                        .map(answer -> Nameable.name(answer.type()))
                        .distinct()
                        .toList();
    }

    /** Whether the graph has a result besides its state. */
    boolean hasResult() {
        return model.steps().stream().anyMatch(step -> step.returned().kind() == Returned.Kind.RESULT);
    }

    /** These modifiers, and {@code public} if the agent is. */
    Modifier[] visible(Modifier... others) {
        return visible(model, others);
    }

    static Modifier[] visible(AgentModel model, Modifier... others) {
        return Stream.concat(model.isPublic() ? Stream.of(Modifier.PUBLIC) : Stream.of(), Stream.of(others))
                .toArray(Modifier[]::new);
    }
}
