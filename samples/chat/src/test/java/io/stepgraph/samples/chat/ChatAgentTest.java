package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.ask;
import static io.stepgraph.samples.chat.FakeModel.calls;
import static io.stepgraph.samples.chat.FakeModel.fails;
import static io.stepgraph.samples.chat.FakeModel.failsAfter;
import static io.stepgraph.samples.chat.FakeModel.note;
import static io.stepgraph.samples.chat.FakeModel.says;
import static io.stepgraph.samples.chat.FakeModel.search;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.stepgraph.langchain4j.Conversation;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Edited;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.ToolCall;
import io.stepgraph.samples.chat.FakeModel.Asked;
import io.stepgraph.samples.chat.FakeModel.Turn;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The agent with fake models and the stand-in: undisturbed, killed at each place, and in each mode. */
final class ChatAgentTest {
    @TempDir
    private static Path folder;

    @TestFactory
    Stream<DynamicNode> the_agent_survives_everything() {
        return AgentTests.of(
                        fake("a plain answer", asked -> says("Hello to you.")),
                        local("search, read, answer", "How far away could a Fresnel lens be seen?"),
                        local("the user is asked", "lenses")
                                .answer(ChatAgentStep.ASK_USER, new UserReply("their surface")),
                        fake("two questions in one turn", ChatAgentTest::twoQuestions)
                                .answer(ChatAgentStep.ASK_USER, new UserReply("the first"))
                                .answer(ChatAgentStep.ASK_USER, new UserReply("the second")),
                        fake("17 turns", asked -> calls(search("call"))),
                        fake("33 tools", asked -> calls(manyCalls(33))),
                        fake(
                                "an error before the first token, once",
                                asked -> asked.number() == 1
                                        ? fails(new RateLimitException("Too many requests."))
                                        : says("Here I am again.")),
                        fake(
                                "an error before the first token, for good",
                                asked -> fails(new AuthenticationException("The key is wrong."))),
                        fake(
                                "an error after the first token",
                                asked -> failsAfter("The light was", new IOException("The connection was lost."))),
                        scenario(
                                "calls that a cancelled run has left open",
                                model(ChatAgentTest::results),
                                interrupted(),
                                "Hello?"),
                        local("a note is approved", "Remember: the pilot comes on Monday")
                                .answer(ChatAgentStep.APPROVE, new Approved())
                                .expect("notes", List.of("- the pilot comes on Monday")),
                        fake(
                                        "a note is edited",
                                        asked -> asked.results().isEmpty()
                                                ? calls(note("a", "The pilot comes on Monday."))
                                                : results(asked))
                                .answer(
                                        ChatAgentStep.APPROVE,
                                        new Edited(ToolCall.of("a", "save_note", "{\"text\": \"On Tuesday.\"}")))
                                .expect("notes", List.of("- On Tuesday.")),
                        local("a note is rejected", "Remember: the pilot comes on Monday")
                                .answer(ChatAgentStep.APPROVE, new Rejected("It is Tuesday."))
                                .expect("notes", List.of()))
                .minCoverage(1.0)
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory(folder, "play");
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private static Turn twoQuestions(Asked asked) {
        return asked.results().isEmpty() ? calls(ask("a", "First?"), search("b"), ask("c", "Second?")) : results(asked);
    }

    private static Turn results(Asked asked) {
        return says("These are the results: " + asked.allResults());
    }

    private static ToolExecutionRequest[] manyCalls(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> search("call-" + i))
                .toArray(ToolExecutionRequest[]::new);
    }

    /** The state after a run that was cancelled at a question. */
    private static Dialogue interrupted() {
        Dialogue dialogue = new Dialogue();
        dialogue.conversation =
                Conversation.EMPTY.with(UserMessage.from("lenses")).with(AiMessage.from(ask("open", "Which?")));
        return dialogue;
    }

    private static Scenario<ChatAgentGraph.Runs> local(String name, String message) {
        return scenario(name, () -> new LocalModel(Duration.ZERO), new Dialogue(), message);
    }

    private static Scenario<ChatAgentGraph.Runs> fake(String name, Function<Asked, Turn> script) {
        return scenario(name, model(script), new Dialogue(), "A question");
    }

    private static Supplier<StreamingChatModel> model(Function<Asked, Turn> script) {
        return () -> new FakeModel(script);
    }

    private static Scenario<ChatAgentGraph.Runs> scenario(
            String name, Supplier<StreamingChatModel> model, Dialogue dialogue, String message) {
        return Scenario.of(
                        name,
                        () -> new World(model.get(), newFolder().resolve("notes.md")),
                        world -> ChatAgentGraph.of(world.agent()))
                .compare("notes", World::saved)
                .start((runs, id) -> runs.run(id, dialogue, message));
    }
}
