package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.fails;
import static io.stepgraph.samples.chat.FakeModel.failsAfter;
import static io.stepgraph.samples.chat.FakeModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.exception.RateLimitException;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.FakeModel.Asked;
import io.stepgraph.samples.chat.FakeModel.Turn;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How the agent ends if its model fails. */
final class FailuresTest {
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    private Answer play(FakeModel model, String... messages) {
        try (Store store = new MemoryStore();
                Runner runner = Runner.builder(store).observer(events::add).build()) {
            ChatAgentGraph.Runs runs = ChatAgentGraph.of(World.agent(model)).on(runner, "thread");
            Answer last = new Answer("", true);
            for (String message : messages) {
                Outcome outcome = runs.run(message, new Dialogue(), message);
                last = ((Outcome.Completed) outcome).result();
            }
            return last;
        }
    }

    private static FakeModel model(Function<Asked, Turn> script) {
        return new FakeModel(script);
    }

    @Test
    void before_the_first_token_a_call_is_made_again_at_most_twice() {
        FakeModel model = model(asked -> fails(new RateLimitException("Too many requests")));

        Answer answer = play(model, "Hello");

        assertThat(model.requests()).hasSize(3);
        assertThat(answer.whole()).isFalse();
        assertThat(answer.text()).contains("the model failed", "Too many requests");
    }

    @Test
    void after_the_first_token_a_call_is_not_made_again() {
        FakeModel model = model(asked -> failsAfter("The light was", new IOException("The connection was lost")));

        Answer answer = play(model, "Hello");

        assertThat(model.requests()).hasSize(1);
        assertThat(answer.whole()).isFalse();
        assertThat(answer.text()).startsWith("The light was\n\n[The answer broke off here: The connection was lost.");
        assertThat(tokens()).isEqualTo(answer.text());
    }

    private String tokens() {
        return events.stream()
                .filter(event -> event instanceof RunEvent.Custom told && told.event() instanceof Token)
                .map(event -> ((Token) ((RunEvent.Custom) event).event()).text())
                .collect(Collectors.joining());
    }

    @Test
    void the_model_sees_later_what_it_had_said_and_that_it_broke_off() {
        FakeModel model = model(asked -> asked.number() == 1
                ? failsAfter("The light was", new IOException("The connection was lost"))
                : says("Green."));

        play(model, "What was the light?", "Continue");

        assertThat(model.last().texts())
                .hasSize(3)
                .contains("user: What was the light?", "user: Continue")
                .anyMatch(text -> text.startsWith("model: The light was\n\n[The answer broke off here"));
    }
}
