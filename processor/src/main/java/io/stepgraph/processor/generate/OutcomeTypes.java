package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.stepgraph.processor.generate.OutcomeCase.Component;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/** The sealed {@code Outcome}: a record for each way in which a run comes to rest, and an exhaustive match over them. */
final class OutcomeTypes implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        ClassName outcome = types.outcome();
        TypeVariableName result = result(types);
        TypeSpec.Builder sealed = TypeSpec.interfaceBuilder(outcome)
                .addJavadoc(
                        "Where a run of {@code $L} came to rest.\n",
                        types.model().simpleName())
                .addAnnotation(Api.GENERATED)
                .addModifiers(types.access(Modifier.STATIC, Modifier.SEALED))
                .addMethod(OutcomeCase.match(outcome, result)
                        .addModifiers(Modifier.ABSTRACT)
                        .addJavadoc("Does what one of the cases says.\n\n@param cases what to do in each\n")
                        .addJavadoc("@param <$T> what comes of it\n@return what came of it\n", result)
                        .build());
        TypeSpec.Builder handlers = TypeSpec.interfaceBuilder(outcome.nestedClass("Cases"))
                .addJavadoc("What to do in each case of an outcome.\n\n@param <$T> what comes of it\n", result)
                .addAnnotation(Api.GENERATED)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addTypeVariable(result);
        for (OutcomeCase each : cases(types)) {
            sealed.addType(each.type(outcome, result));
            handlers.addMethod(each.handler(result));
        }
        if (!types.interrupts().isEmpty()) {
            sealed.addType(pending(types));
        }
        graph.addType(sealed.addType(handlers.build()).build());
    }

    /** Not called like any of the records, which it would hide. */
    private static TypeVariableName result(AgentTypes types) {
        boolean taken = types.interrupts().stream()
                .anyMatch(interrupt -> types.outcome(interrupt).simpleName().equals("R"));
        return TypeVariableName.get(taken ? "R_" : "R");
    }

    private static List<OutcomeCase> cases(AgentTypes types) {
        ClassName outcome = types.outcome();
        List<OutcomeCase> cases = new ArrayList<>();
        cases.add(end(
                outcome,
                "Completed",
                "The run has ended well.",
                new Component(types.output(), "result", "its result")));
        cases.add(end(
                outcome,
                "Failed",
                "The run has failed.",
                new Component(Api.STEP_FAILURE, "failure", "what is stored of it"),
                new Component(Api.THROWABLE, "cause", "what was thrown, if it was just now and here; else null")));
        cases.add(end(
                outcome, "Cancelled", "The run was cancelled.", new Component(Api.STRING, "by", "who cancelled it")));
        cases.add(end(
                outcome,
                "Parked",
                "The run stands in front of a step that it may not execute.",
                new Component(types.steps(), "step", "the step"),
                new Component(Api.STRING, "reason", "why, for a person to read"),
                new Component(Api.PERMISSION_MODE, "required", "the mode that lets it go on; null if none does")));
        for (StepModel interrupt : types.interrupts()) {
            cases.add(new OutcomeCase(
                    types.outcome(interrupt),
                    interrupt.name(),
                    outcome.nestedClass("Pending"),
                    "The run waits for the answer to {@code " + interrupt.name() + "}.",
                    List.of(
                            new Component(Api.TICKET, "ticket", "the right to answer"),
                            new Component(question(interrupt), "question", "the question"))));
        }
        return cases;
    }

    private static OutcomeCase end(ClassName outcome, String name, String says, Component... components) {
        ClassName record = outcome.nestedClass(name);
        String method = Character.toLowerCase(name.charAt(0)) + name.substring(1);
        return new OutcomeCase(record, method, outcome, says, List.of(components));
    }

    static TypeName question(StepModel interrupt) {
        return Nameable.name(interrupt.returned().type()).box();
    }

    private static TypeSpec pending(AgentTypes types) {
        ClassName outcome = types.outcome();
        return TypeSpec.interfaceBuilder(outcome.nestedClass("Pending"))
                .addJavadoc("The run waits for an answer.\n")
                .addAnnotation(Api.GENERATED)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.SEALED)
                .addSuperinterface(outcome)
                .addMethod(accessor("ticket", Api.TICKET, "{@return the right to answer}\n"))
                .addMethod(accessor("question", CommonType.of(types), "{@return the question}\n"))
                .build();
    }

    private static MethodSpec accessor(String name, TypeName type, String says) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc(says)
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .returns(type)
                .build();
    }
}
