package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.ABSTRACT;
import static javax.lang.model.element.Modifier.DEFAULT;
import static javax.lang.model.element.Modifier.PUBLIC;
import static javax.lang.model.element.Modifier.SEALED;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sealed {@code Outcome}: a record for each way in which a run pauses or ends, and an exhaustive match over them.
 */
final class OutcomeTypes implements Part {

    private static final String IN_DOUBT = " {@code effectsInDoubt} names effects that may have been performed or not.";

    /**
     * One way in which a run pauses or ends.
     *
     * @param type its record
     * @param method the method that {@code Cases} has for it
     * @param details what the record says besides
     * @param stop the mailbox, the wait or the call of which it is the outcome; null if of none
     */
    private record Case(
            ClassName type,
            String method,
            CodeBlock says,
            String details,
            List<ParameterSpec> components,
            ClassName parent,
            @Nullable StepModel stop) {}

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        List<Case> cases = cases(types);
        TypeVariableName result = types.result();
        ClassName matcher = types.outcome().nestedClass("Cases");
        TypeSpec.Builder outcome = TypeSpec.interfaceBuilder(types.outcome())
                .addJavadoc("How a run of {@code $L} paused or ended.", types.agentName())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(STATIC, SEALED))
                .addSuperinterface(RuntimeNames.AGENT_OUTCOME)
                .addMethod(kind(cases))
                .addMethod(match(cases, ParameterizedTypeName.get(matcher, result), result));
        cases.forEach(each -> outcome.addType(record(each)));
        if (!types.interrupts().isEmpty()) {
            outcome.addType(pending(types));
        }
        graph.addType(outcome.addType(matcher(matcher, cases, result)).build());
    }

    /** Writes one method, and not one in each record, because each method costs time in a build. */
    private static MethodSpec match(List<Case> cases, TypeName matcher, TypeVariableName result) {
        MethodSpec.Builder match = MethodSpec.methodBuilder("match")
                .addJavadoc("Calls the method of {@code cases} with the name of this outcome.")
                .addModifiers(PUBLIC, DEFAULT)
                .addTypeVariable(result)
                .returns(result)
                .addParameter(matcher, "cases");
        for (Case each : cases.subList(0, cases.size() - 1)) {
            match.addCode("""
                    if (this instanceof $T it) {
                        return cases.$L(it);
                    }
                    """, each.type, each.method);
        }
        Case last = cases.get(cases.size() - 1);
        return match.addStatement("return cases.$L(($T) this)", last.method, last.type)
                .build();
    }

    private static MethodSpec kind(List<Case> cases) {
        MethodSpec.Builder kind = AgentTypes.overriding("kind", RuntimeNames.STRING, PUBLIC, DEFAULT);
        cases.stream()
                .filter(each -> each.parent.equals(each.type.enclosingClassName()) && each.stop == null)
                .forEach(each -> kind.addCode("""
                        if (this instanceof $T) {
                            return $S;
                        }
                        """, each.type, each.method));
        addKind(kind, cases, RuntimeNames.LISTENING_OUTCOME, "listening");
        addKind(kind, cases, RuntimeNames.WAITING_OUTCOME, "waiting");
        addKind(kind, cases, RuntimeNames.CALLED_OUTCOME, "called");
        return kind.addStatement("return $S", "asked").build();
    }

    private static void addKind(MethodSpec.Builder kind, List<Case> cases, ClassName type, String name) {
        if (cases.stream().anyMatch(each -> each.stop != null && type.equals(typeOf(each.stop)))) {
            kind.addCode("""
                    if (this instanceof $T) {
                        return $S;
                    }
                    """, type, name);
        }
    }

    private static TypeSpec record(Case each) {
        TypeSpec.Builder type = TypeSpec.recordBuilder(each.type)
                .addJavadoc(each.says)
                .addJavadoc(each.details)
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(PUBLIC, STATIC)
                .recordConstructor(MethodSpec.constructorBuilder()
                        .addParameters(each.components)
                        .build())
                .addSuperinterface(each.parent);
        if (each.stop != null) {
            type.addSuperinterface(typeOf(each.stop))
                    .addMethod(AgentTypes.overriding("step", RuntimeNames.STRING, PUBLIC)
                            .addStatement("return $S", each.stop.name())
                            .build());
        }
        return type.build();
    }

    private static TypeSpec matcher(ClassName name, List<Case> cases, TypeVariableName result) {
        TypeSpec.Builder matcher = TypeSpec.interfaceBuilder(name)
                .addJavadoc("A method for each outcome.")
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(PUBLIC, STATIC)
                .addTypeVariable(result);
        for (Case each : cases) {
            matcher.addMethod(MethodSpec.methodBuilder(each.method)
                    .addJavadoc(each.says)
                    .addModifiers(PUBLIC, ABSTRACT)
                    .returns(result)
                    .addParameter(each.type, "outcome")
                    .build());
        }
        return matcher.build();
    }

    private static List<Case> cases(AgentTypes types) {
        List<Case> cases = new ArrayList<>();
        cases.add(end(
                types,
                "Completed",
                "The run has completed.",
                IN_DOUBT,
                component(types.output(), "result"),
                inDoubt()));
        cases.add(end(
                types,
                "Failed",
                "The run has failed.",
                " {@code cause} is the exception if this call saw it thrown, else null.\n" + IN_DOUBT.strip(),
                component(RuntimeNames.STEP_FAILURE, "failure"),
                component(RuntimeNames.THROWABLE, "cause"),
                inDoubt()));
        cases.add(end(
                types,
                "Cancelled",
                "The run was cancelled.",
                IN_DOUBT,
                component(RuntimeNames.STRING, "by"),
                inDoubt()));
        cases.add(end(
                types,
                "Parked",
                "The run is parked before a step that it may not execute.",
                """

                If {@code mode}, the mode of the run, is below {@code required}, raise it.
                If {@code maxMode}, the highest mode of the runner, is below {@code required}, resume the run on another one.
                {@code required} is null if a hook denied the step.
                """,
                component(types.steps(), "step"),
                component(RuntimeNames.STRING, "reason"),
                component(RuntimeNames.PERMISSION_MODE, "required"),
                component(RuntimeNames.PERMISSION_MODE, "mode"),
                component(RuntimeNames.PERMISSION_MODE, "maxMode")));
        for (StepModel interrupt : types.interrupts()) {
            cases.add(new Case(
                    types.outcome(interrupt),
                    interrupt.name(),
                    CodeBlock.of("The run waits for the answer to {@code $L}$L.", interrupt.name(), limit(interrupt)),
                    "",
                    List.of(component(RuntimeNames.TICKET, "ticket"), component(types.question(interrupt), "question")),
                    pendingName(types),
                    null));
        }
        for (StepModel mailbox : types.mailboxes()) {
            cases.add(new Case(
                    types.outcome(mailbox),
                    mailbox.name(),
                    CodeBlock.of("The run waits for a message of {@code $L}$L.", mailbox.name(), limit(mailbox)),
                    mailbox.interrupt() != null && mailbox.interrupt().mayExpire() ? "" : " {@code until} is null.",
                    List.of(component(RuntimeNames.INSTANT, "until")),
                    types.outcome(),
                    mailbox));
        }
        for (StepModel wait : types.waits()) {
            cases.add(new Case(
                    types.outcome(wait),
                    wait.name(),
                    CodeBlock.of("The run waits in {@code $L}.", wait.name()),
                    "",
                    List.of(component(RuntimeNames.INSTANT, "until")),
                    types.outcome(),
                    wait));
        }
        for (CallTypes call : types.callsWithOutcome()) {
            cases.add(new Case(
                    types.outcome(call.step()),
                    call.step().name(),
                    CodeBlock.of(
                            "The run waits for the agents of {@code $L}.",
                            call.step().name()),
                    details(call),
                    children(call),
                    types.outcome(),
                    call.step()));
        }
        return cases;
    }

    private static String details(CallTypes call) {
        return call.isList()
                ? " {@code waiting} are the first hundred that wait or have failed."
                : call.isOfSeveral() ? " An agent is null while it works." : "";
    }

    private static List<ParameterSpec> children(CallTypes call) {
        if (call.isList()) {
            TypeName child = ParameterizedTypeName.get(
                    RuntimeNames.WAITING_CHILD, call.agent().outcome());
            return List.of(
                    component(TypeName.INT, "size"),
                    component(TypeName.INT, "ended"),
                    component(ParameterizedTypeName.get(RuntimeNames.LIST, child), "waiting"));
        }
        List<ParameterSpec> children = new ArrayList<>();
        if (!call.isOfSeveral()) {
            children.add(component(RuntimeNames.STRING, "run"));
        }
        call.agents().forEach(agent -> children.add(component(agent.outcome(), agent.componentOfOutcome())));
        return children;
    }

    private static ClassName typeOf(StepModel stop) {
        return stop.isMailbox()
                ? RuntimeNames.LISTENING_OUTCOME
                : stop.isWait() ? RuntimeNames.WAITING_OUTCOME : RuntimeNames.CALLED_OUTCOME;
    }

    /** The limit of its wait. Leaves out a text that is not a duration: the build fails for it anyway. */
    private static String limit(StepModel interrupt) {
        InterruptModel asked = interrupt.interrupt();
        Length expires = asked == null ? null : asked.expires();
        return expires == null || expires.parsed() == null ? "" : ", at most " + expires.text();
    }

    private static Case end(AgentTypes types, String name, String says, String details, ParameterSpec... components) {
        String method = Character.toLowerCase(name.charAt(0)) + name.substring(1);
        return new Case(
                types.outcome().nestedClass(name),
                method,
                CodeBlock.of(says),
                details,
                List.of(components),
                types.outcome(),
                null);
    }

    private static ParameterSpec inDoubt() {
        return component(ParameterizedTypeName.get(RuntimeNames.LIST, RuntimeNames.STRING), "effectsInDoubt");
    }

    private static ParameterSpec component(TypeName type, String name) {
        return ParameterSpec.builder(type, name).build();
    }

    private static ClassName pendingName(AgentTypes types) {
        return types.outcome().nestedClass("Pending");
    }

    private static TypeSpec pending(AgentTypes types) {
        return TypeSpec.interfaceBuilder(pendingName(types))
                .addJavadoc("The run waits for an answer.")
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(PUBLIC, STATIC, SEALED)
                .addSuperinterface(types.outcome())
                .addSuperinterface(RuntimeNames.AGENT_OUTCOME.nestedClass("Asked"))
                .addMethod(component(RuntimeNames.TICKET, "ticket", "{@return the right to answer}"))
                .addMethod(component(CommonType.of(types), "question", "{@return the question}"))
                .build();
    }

    private static MethodSpec component(TypeName type, String name, String says) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc(says)
                .addModifiers(PUBLIC, ABSTRACT)
                .returns(type)
                .build();
    }
}
