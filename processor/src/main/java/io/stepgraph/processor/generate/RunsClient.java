package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;
import java.util.List;

/** {@code Runs}: the runtime's client, which starts runs, with the answers of this agent. */
final class RunsClient implements Part {

    /**
     * A way to answer an interrupt.
     *
     * @param verb how its method begins
     * @param says what it does, with a place for the interrupt
     * @param statement its body, with a place for the ticket
     */
    private record Way(String verb, String says, TypeName returned, String statement) {}

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeSpec.Builder runs = ClientClass.of(
                        types.runs(),
                        "The runs of {@code $L} on one engine. Safe for use by many threads.",
                        client(types),
                        RuntimeNames.RUN_CLIENT,
                        types)
                .addMethod(client(types, "as", RuntimeNames.ACTOR, "actor"))
                .addMethod(client(types, "with", RuntimeNames.START_OPTIONS, "options"));
        for (StepModel interrupt : types.interrupts()) {
            for (TypeName answer : types.answers(interrupt)) {
                ways(types).forEach(way -> addAnswers(runs, way, interrupt, answer, types));
            }
        }
        graph.addType(runs.build());
    }

    /** Returns the client's type, with an input exactly if the first step takes one, so that no caller forgets it. */
    private static TypeName client(AgentTypes types) {
        TypeName input = types.startInput();
        return input == null
                ? ParameterizedTypeName.get(RuntimeNames.RUNS_FROM_STATE, types.state(), types.steps(), types.outcome())
                : ParameterizedTypeName.get(
                        RuntimeNames.RUNS_FROM_INPUT, types.state(), input.box(), types.steps(), types.outcome());
    }

    private static MethodSpec client(AgentTypes types, String name, TypeName type, String parameter) {
        return AgentTypes.overriding(name, types.runs(), PUBLIC)
                .addParameter(type, parameter)
                .addStatement("return new $T(client.$L($L))", types.runs(), name, parameter)
                .build();
    }

    /** The ways to answer; each is a method with the question that waits, and one with its ticket. */
    private static List<Way> ways(AgentTypes types) {
        return List.of(
                new Way("answer", "Answers {@code $L}.", types.outcome(), "return outcome(client.answer($L, answer))"),
                new Way(
                        "stream",
                        "Answers {@code $L}, executes the run in another thread, and streams its events.",
                        ParameterizedTypeName.get(RuntimeNames.OUTCOME_STREAM, types.outcome()),
                        "return client.stream($L, answer, this::outcome)"),
                new Way(
                        "submit",
                        "Stores an answer to {@code $L}, and executes nothing.",
                        TypeName.VOID,
                        "client.submit($L, answer)"));
    }

    private static void addAnswers(
            TypeSpec.Builder runs, Way way, StepModel interrupt, TypeName answer, AgentTypes types) {
        runs.addMethod(answering(way, interrupt, types)
                .addParameter(types.outcome(interrupt), "asked")
                .addParameter(answer, "answer")
                .addStatement(way.statement, "asked.ticket()")
                .build());
        runs.addMethod(answering(way, interrupt, types)
                .addParameter(RuntimeNames.TICKET, "ticket")
                .addParameter(answer, "answer")
                .addStatement(way.statement, "ticket")
                .build());
    }

    private static MethodSpec.Builder answering(Way way, StepModel interrupt, AgentTypes types) {
        return MethodSpec.methodBuilder(GeneratedNames.answering(way.verb, interrupt.name()))
                .addJavadoc(way.says, interrupt.name())
                .addModifiers(types.visible())
                .returns(way.returned);
    }
}
