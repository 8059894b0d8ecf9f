package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.ask;
import static io.stepgraph.samples.chat.FakeModel.calls;
import static io.stepgraph.samples.chat.FakeModel.says;
import static io.stepgraph.samples.chat.FakeModel.search;
import static io.stepgraph.samples.chat.FakeModel.stopsAfter;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.FakeModel.Handle;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several messages on one thread, in a SQLite file. */
final class ConversationTest {
    @TempDir
    private Path folder;

    /** Does something as a separate program does, which opens the file itself. */
    private <T> T program(FakeModel model, Function<ChatAgentGraph.Runs, T> work) {
        try (Store store = SqliteStore.open(folder.resolve("chat.db"));
                Runner runner = Runner.builder(store).build()) {
            return work.apply(ChatAgentGraph.of(World.agent(model)).on(runner, "thread"));
        }
    }

    private static Outcome say(ChatAgentGraph.Runs runs, String message) {
        return runs.run(message, new Dialogue(), message);
    }

    @Test
    void the_thread_carries_the_conversation_from_program_to_program() {
        FakeModel model = new FakeModel(asked -> says("Answer " + asked.number()));
        program(model, runs -> say(runs, "First"));
        program(model, runs -> say(runs, "Second"));

        assertThat(model.last().texts()).containsExactly("user: First", "model: Answer 1", "user: Second");
    }

    @Test
    void a_question_waits_for_the_next_program() {
        FakeModel model =
                new FakeModel(asked -> asked.results().isEmpty() ? calls(ask("a", "Which?")) : says("Thank you."));
        program(model, runs -> say(runs, "First"));

        Outcome outcome = program(
                model, runs -> runs.answerAskUser((Outcome.AskUser) runs.resume("First"), new UserReply("This one")));

        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        assertThat(model.requests()).hasSize(2);
        assertThat(model.last().allResults()).containsExactly("a=This one");
    }

    @Test
    void a_cancel_ends_the_call_of_the_model_in_the_middle() {
        Handle handle = new Handle();
        FakeModel model =
                new FakeModel(asked -> asked.number() == 1 ? stopsAfter("I was about to", handle) : says("Yes."));

        Outcome outcome = program(model, runs -> {
            try (OutcomeStream<Outcome> stream = runs.stream("First", new Dialogue(), "First")) {
                for (StreamedEvent event : stream) {
                    if (event.event() instanceof RunEvent.Custom told
                            && told.event().equals(new Token("about "))) {
                        runs.as(Actor.named("somebody")).cancel("First");
                    }
                }
                return stream.outcome();
            }
        });

        assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
        assertThat(handle.isCancelled()).isTrue();
        program(model, runs -> say(runs, "Second"));
        assertThat(model.last().texts())
                .containsExactly("user: First", "model: I was interrupted before I had an answer.", "user: Second");
    }

    @Test
    void calls_that_a_cancel_has_left_open_are_closed() {
        FakeModel model = new FakeModel(asked ->
                asked.number() == 1 ? calls(ask("a", "First?"), search("b"), ask("c", "Second?")) : says("Yes."));
        program(model, runs -> {
            Outcome.AskUser first = (Outcome.AskUser) say(runs, "First");
            assertThat(runs.answerAskUser(first, new UserReply("one"))).isInstanceOf(Outcome.AskUser.class);
            runs.as(Actor.named("somebody")).cancel("First");
            return say(runs, "Second");
        });

        List<String> results = model.last().allResults();
        assertThat(results).hasSize(3).contains("a=one");
        assertThat(results.get(0)).startsWith("b=lenses.md");
        assertThat(results.get(2)).startsWith("c=The run ended before there was a result.");
    }
}
