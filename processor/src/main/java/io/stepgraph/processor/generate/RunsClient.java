package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;
import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;

/** {@code Runs}: the runtime's client with the starts and the answers of this agent. */
final class RunsClient implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeSpec.Builder runs = TypeSpec.classBuilder(types.runs())
                .addJavadoc("The runs of {@code $L} on one engine. Safe for use by many threads.", types.agentName())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(STATIC, FINAL))
                .superclass(ParameterizedTypeName.get(
                        RuntimeNames.AGENT_RUNS, types.state(), types.steps(), types.outcome()))
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(PRIVATE)
                        .addParameter(
                                ParameterizedTypeName.get(RuntimeNames.RUN_CLIENT, types.state(), types.steps()),
                                "client")
                        .addStatement("super($T.INSTANCE, client)", types.definition())
                        .build());
        runs.addMethod(with(types));
        addStarts(runs, types);
        for (StepModel interrupt : types.interrupts()) {
            for (TypeName answer : types.answers(interrupt)) {
                addAnswers(runs, types, interrupt, answer);
            }
        }
        graph.addType(runs.build());
    }

    private static MethodSpec with(AgentTypes types) {
        return MethodSpec.methodBuilder("with")
                .addJavadoc("The same runs, which are started with these options.\n")
                .addModifiers(types.visible())
                .returns(types.runs())
                .addParameter(RuntimeNames.START_OPTIONS, "options")
                .addStatement("return new $T(client.with(options))", types.runs())
                .build();
    }

    private static void addStarts(TypeSpec.Builder runs, AgentTypes types) {
        TypeName stream = ParameterizedTypeName.get(RuntimeNames.OUTCOME_STREAM, types.outcome());
        String input = types.startInput() == null ? "null" : "input";
        addStart(
                runs,
                types,
                start("run", types.outcome(), "Executes a run until it pauses or ends.", types),
                CodeBlock.of("return $T.INSTANCE.outcome(client.run(id, state, $L))", types.definition(), input));
        addStart(
                runs,
                types,
                start(
                        "stream",
                        stream,
                        "Executes a run in another thread until it pauses or ends; gives its events.",
                        types),
                CodeBlock.of("return client.stream(id, state, $L, $T.INSTANCE::outcome)", input, types.definition()));
        runs.addMethod(enqueue(types, input));
    }

    private static MethodSpec enqueue(AgentTypes types, String input) {
        MethodSpec.Builder enqueue =
                start("enqueue", TypeName.BOOLEAN, "Stores a run for a worker to execute.", types).toBuilder()
                        .addJavadoc(
                                "Compares the values if there is one with this id. Returns whether it was stored now.\n")
                        .addParameter(types.state(), "state");
        if (types.startInput() != null) {
            enqueue.addParameter(types.startInput(), "input");
        }
        return enqueue.addStatement("return client.enqueue(id, state, $L)", input)
                .build();
    }

    /** With values and with suppliers; with an input exactly if the first step takes one, so that no caller forgets it. */
    private static void addStart(TypeSpec.Builder runs, AgentTypes types, MethodSpec start, CodeBlock body) {
        TypeName input = types.startInput();
        MethodSpec.Builder eager = start.toBuilder()
                .addJavadoc(
                        "Starts the run with these values. If a run with this id exists, compares them with its own.\n")
                .addParameter(types.state(), "state");
        MethodSpec.Builder lazy = start.toBuilder()
                .addJavadoc(
                        "Starts the run with the values of the suppliers. If a run with this id exists, calls no supplier.\n")
                .addParameter(supplier(types.state()), "state");
        if (input != null) {
            eager.addParameter(input, "input");
            lazy.addParameter(supplier(input), "input");
        }
        runs.addMethod(eager.addStatement(body).build());
        boolean isClash = isSupplier(types.state()) && (input == null || isSupplier(input));
        if (!isClash) { // else the type of the state is an error, which is reported elsewhere
            runs.addMethod(lazy.addStatement(body).build());
        }
    }

    private static MethodSpec start(String name, TypeName returned, String says, AgentTypes types) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc(says + "\n")
                .addModifiers(types.visible())
                .returns(returned)
                .addParameter(RuntimeNames.STRING, "id")
                .build();
    }

    private static TypeName supplier(TypeName type) {
        return ParameterizedTypeName.get(RuntimeNames.SUPPLIER, WildcardTypeName.subtypeOf(type.box()));
    }

    private static boolean isSupplier(TypeName type) {
        return ValueTypes.erased(type).equals(RuntimeNames.SUPPLIER);
    }

    private static void addAnswers(TypeSpec.Builder runs, AgentTypes types, StepModel interrupt, TypeName answer) {
        runs.addMethod(answer(interrupt, types.outcome(interrupt), "asked", answer, types)
                .addStatement(answering("asked.ticket(), answer", types))
                .build());
        runs.addMethod(answer(interrupt, RuntimeNames.TICKET, "ticket", answer, types)
                .addStatement(answering("ticket, answer", types))
                .build());
        runs.addMethod(answer(interrupt, types.outcome(interrupt), "asked", answer, types)
                .addJavadoc("Stores that {@code by} answered.\n")
                .addParameter(RuntimeNames.STRING, "by")
                .addStatement(answering("asked.ticket(), answer, by", types))
                .build());
        runs.addMethod(answer(interrupt, RuntimeNames.TICKET, "ticket", answer, types)
                .addJavadoc("Stores that {@code by} answered.\n")
                .addParameter(RuntimeNames.STRING, "by")
                .addStatement(answering("ticket, answer, by", types))
                .build());
    }

    private static MethodSpec.Builder answer(
            StepModel interrupt, TypeName asked, String name, TypeName answer, AgentTypes types) {
        return MethodSpec.methodBuilder(GeneratedNames.answer(interrupt.name()))
                .addJavadoc("Answers {@code $L} and executes the run until it pauses or ends.\n", interrupt.name())
                .addModifiers(types.visible())
                .returns(types.outcome())
                .addParameter(asked, name)
                .addParameter(answer, "answer");
    }

    private static CodeBlock answering(String arguments, AgentTypes types) {
        return CodeBlock.of("return $T.INSTANCE.outcome(client.answer($L))", types.definition(), arguments);
    }
}
