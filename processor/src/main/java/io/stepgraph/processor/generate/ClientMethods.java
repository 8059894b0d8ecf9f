package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.StepModel;
import java.util.List;

/**
 * The methods that a client of stored runs has of its own: the answers and messages of its agent, and the agents that
 * it calls.
 */
final class ClientMethods {

    /**
     * A way to answer an interrupt.
     *
     * @param verb how its method begins
     * @param says what it does, with a place for the interrupt
     * @param statement its body, with a place for the ticket
     */
    private record Way(String verb, String says, TypeName returned, String statement) {}

    private ClientMethods() {}

    static void addTo(TypeSpec.Builder client, ClassName name, AgentTypes types) {
        client.addMethod(same(name, "as", RuntimeNames.ACTOR, "actor"))
                .addMethod(same(name, "with", RuntimeNames.START_OPTIONS, "options"));
        for (StepModel interrupt : types.interrupts()) {
            for (TypeName answer : types.answers(interrupt)) {
                ways(types).forEach(way -> addAnswers(client, way, interrupt, answer, types));
            }
        }
        for (StepModel mailbox : types.mailboxes()) {
            types.answers(mailbox).forEach(message -> client.addMethod(tell(mailbox, message, types)));
            types.replies(mailbox).forEach(reply -> client.addMethod(ask(mailbox, reply, types)));
        }
        types.called().forEach(agent -> client.addMethod(called(agent, types)));
    }

    private static MethodSpec same(ClassName client, String name, TypeName type, String parameter) {
        return AgentTypes.overriding(name, client, PUBLIC)
                .addParameter(type, parameter)
                .addStatement("return new $T(client.$L($L))", client, name, parameter)
                .build();
    }

    private static MethodSpec called(CallTypes.Agent agent, AgentTypes types) {
        AgentTypes called = agent.proven();
        return MethodSpec.methodBuilder(agent.component())
                .addJavadoc("Returns the runs of {@code $L} that calls have started.", agent.name())
                .addModifiers(types.visible())
                .returns(called.children())
                .addStatement(
                        "return $T.children(($T) client.called($S))",
                        called.graph(),
                        called.client(RuntimeNames.RUN_CLIENT),
                        agent.name())
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

    private static MethodSpec tell(StepModel mailbox, TypeName message, AgentTypes types) {
        String method = GeneratedNames.answering("tell", mailbox.name());
        return to(method, message, TypeName.VOID, types)
                .addJavadoc("""
                        Stores a message for {@code $L}, also before the run waits there, and executes nothing. The same
                        message with the same id again changes nothing:
                        {@code runs.$L("order-7", "message-1", message)}.""", mailbox.name(), method)
                .addStatement("client.tell(run, $L, id, message)", types.constant(mailbox))
                .build();
    }

    private static MethodSpec ask(StepModel mailbox, Reply reply, AgentTypes types) {
        TypeName type = Nameable.name(reply.type());
        TypeName message = Nameable.name(reply.message().type());
        return to(GeneratedNames.answering("ask", mailbox.name()), message, type, types)
                .addJavadoc("""
                        Stores a message for {@code $L}, executes the run, and returns the reply. The same message with
                        the same id again gets the same reply.""", mailbox.name())
                .addStatement("return ($T) client.ask(run, $L, id, message)", type, types.constant(mailbox))
                .build();
    }

    private static MethodSpec.Builder to(String method, TypeName message, TypeName returned, AgentTypes types) {
        return MethodSpec.methodBuilder(method)
                .addModifiers(types.visible())
                .returns(returned)
                .addParameter(RuntimeNames.STRING, "run")
                .addParameter(RuntimeNames.STRING, "id")
                .addParameter(message, "message");
    }

    private static MethodSpec.Builder answering(Way way, StepModel interrupt, AgentTypes types) {
        return MethodSpec.methodBuilder(GeneratedNames.answering(way.verb, interrupt.name()))
                .addJavadoc(way.says, interrupt.name())
                .addModifiers(types.visible())
                .returns(way.returned);
    }
}
