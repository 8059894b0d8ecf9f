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
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param interrupts those that ask
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
        List<StepModel> mailboxes,
        List<StepModel> waits,
        List<CallTypes> calls,
        boolean complete,
        String fingerprint) {

    private static final String RESULT = "R";

    static AgentTypes of(AgentModel model, boolean sound) {
        return of(model, CallTypes.of(model), sound && isComplete(model));
    }

    /** The types of an agent that another one calls, without those of its own calls, which might call it in turn. */
    static AgentTypes ofCalled(AgentModel model) {
        return of(model, List.of(), false);
    }

    private static AgentTypes of(AgentModel model, List<CallTypes> calls, boolean complete) {
        TypeMirror customEvent = model.customEvent();
        return new AgentTypes(
                model,
                ClassName.get(model.names().packageName(), model.names().graph()),
                ClassName.get(model.names().packageName(), model.names().steps()),
                Nameable.isNameable(model.type().asType()) ? ClassName.get(model.type()) : RuntimeNames.OBJECT,
                Nameable.name(model.state()).box(),
                Nameable.name(model.output()).box(),
                customEvent == null ? null : Nameable.name(customEvent),
                withOutcome(model, step -> step.isInterrupt() && !step.isMailbox()),
                withOutcome(model, StepModel::isMailbox),
                withOutcome(model, StepModel::isWait),
                calls,
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
        return model.startStep() != null && model.steps().stream().allMatch(step -> isComplete(step, model));
    }

    private static boolean isComplete(StepModel step, AgentModel model) {
        Stream<TypeMirror> taken = step.signature().parameters().map(Parameter::type);
        Stream<TypeMirror> exceptions = step.exceptions().map(TypeUse::type);
        return !step.next().isEmpty()
                && Stream.concat(taken, exceptions).allMatch(type -> CallTypes.isNameable(type, model))
                && (step.isCall() || isComplete(step.returned()));
    }

    private static boolean isComplete(Returned returned) {
        return switch (returned.kind()) {
            case OTHER -> false;
            case NEXT_CLASS -> true;
            default -> Nameable.isNameable(returned.type());
        };
    }

    ClassName definition() {
        return graph.nestedClass("Definition");
    }

    /** The class that {@link #definition} extends. */
    TypeName graphDefinition() {
        return ParameterizedTypeName.get(
                RuntimeNames.GRAPH_DEFINITION, agent, state, customEventOrVoid(), steps, outcome());
    }

    ClassName outcome() {
        return graph.nestedClass("Outcome");
    }

    /** The outcome that waits for an answer, a message or a time. */
    ClassName outcome(StepModel step) {
        return outcome().nestedClass(GeneratedNames.pascal(step.name()));
    }

    ClassName runs() {
        return graph.nestedClass("Runs");
    }

    ClassName children() {
        return graph.nestedClass("Children");
    }

    ClassName machine() {
        return graph.nestedClass("Machine");
    }

    /** Returns the type that {@code machine} returns: a graph with calls has none. */
    ClassName firstMachine() {
        return calls.isEmpty() ? first(machine()) : RuntimeNames.VOID;
    }

    /** What a call returns to start this agent, if its first step takes an input. */
    ClassName start() {
        return graph.nestedClass(GeneratedNames.START);
    }

    /** The agents that calls of this one name, each once. */
    List<CallTypes.Agent> called() {
        Map<String, CallTypes.Agent> called = new LinkedHashMap<>();
        calls.stream()
                .flatMap(call -> call.agents().stream())
                .filter(agent -> agent.types() != null)
                .forEach(agent -> called.putIfAbsent(agent.name(), agent));
        return List.copyOf(called.values());
    }

    /** An untyped client or machine of the runtime, for this graph. */
    TypeName client(ClassName untyped) {
        return ParameterizedTypeName.get(untyped, state, steps);
    }

    /** Names a type in the signature of a step. */
    TypeName name(TypeMirror type) {
        return CallTypes.name(type, model);
    }

    CallTypes call(StepModel step) {
        return calls.stream()
                .filter(call -> call.step().equals(step))
                .findFirst()
                .orElseThrow();
    }

    /** The calls that have an outcome, as {@link #interrupts} has the interrupts. */
    List<CallTypes> callsWithOutcome() {
        List<StepModel> named = withOutcome(model, StepModel::isCall);
        return calls.stream().filter(call -> named.contains(call.step())).toList();
    }

    /** Returns the type that {@code on} and {@code machine} return: the client, or what gives it a name first. */
    ClassName first(ClassName client) {
        return needsStarter() ? client.nestedClass(UnnamedClient.NAME) : client;
    }

    /** Whether it matters for a question of a run who has started it. */
    boolean needsStarter() {
        return model.needsStarter();
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
        return input == null ? null : name(input.type());
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
        boolean taken = model.steps().stream()
                .filter(step -> step.isInterrupt() || step.isWait() || step.isCall())
                .anyMatch(step -> GeneratedNames.pascal(step.name()).equals(RESULT));
        return TypeVariableName.get(taken ? RESULT + "_" : RESULT);
    }

    /**
     * Returns the steps of one kind that have an outcome. In a graph with errors, leaves out those without an enum
     * constant and those with a reserved name.
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

    /** The messages of a mailbox that want a reply. */
    List<Reply> replies(StepModel mailbox) {
        InterruptModel asked = mailbox.interrupt();
        return asked == null ? List.of() : asked.replies();
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
