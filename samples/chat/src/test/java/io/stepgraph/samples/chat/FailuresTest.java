package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.fails;
import static io.stepgraph.samples.chat.FakeModel.failsAfter;
import static io.stepgraph.samples.chat.FakeModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.RateLimitException;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.samples.chat.Answer.Ending;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.FakeModel.Asked;
import io.stepgraph.samples.chat.FakeModel.Turn;
import io.stepgraph.samples.chat.Message.User;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Errors of the model: when a call is made again, and when not. */
final class FailuresTest {
    private static final Toolbox TOOLS = new Toolbox(Documents.load());

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    private Answer play(FakeModel model, String... messages) {
        try (Store store = new MemoryStore();
                Runner runner = Runner.builder(store).observer(events::add).build()) {
            ChatAgentGraph.Runs runs =
                    ChatAgentGraph.of(new ChatAgent(model, TOOLS)).on(runner, "thread");
            Answer last = new Answer("", Ending.ANSWERED);
            for (String message : messages) {
                Outcome outcome = runs.run(message, new Dialogue(), new User(message));
                last = ((Outcome.Completed) outcome).result();
            }
            return last;
        }
    }

    private static FakeModel model(Function<Asked, Turn> script) {
        return new FakeModel(script);
    }

    private List<Duration> delays() {
        return events.stream()
                .filter(RunEvent.StepRetrying.class::isInstance)
                .map(event -> ((RunEvent.StepRetrying) event).delay())
                .toList();
    }

    @Test
    void before_the_first_token_a_call_is_made_again_at_most_twice() {
        FakeModel model = model(asked -> fails(new RateLimitException("Too many requests")));

        Answer answer = play(model, "Hello");

        assertThat(model.requests()).hasSize(3);
        assertThat(answer.ending()).isEqualTo(Ending.UNREACHABLE);
        assertThat(answer.text()).contains("Too many requests.");
    }

    @Test
    void a_call_that_succeeds_in_the_end_leaves_no_trace() {
        FakeModel model =
                model(asked -> asked.number() < 3 ? fails(new IOException("Connection refused")) : says("Hello."));

        assertThat(play(model, "Hello")).isEqualTo(new Answer("Hello.", Ending.ANSWERED));
        assertThat(model.last().texts()).containsExactly("user: Hello");
    }

    @Test
    void a_call_waits_as_long_as_the_provider_asks() {
        FakeModel model = model(asked -> asked.number() == 1
                ? fails(new RateLimitException(new RetryLaterException(429, Duration.ofSeconds(1))))
                : says("Hello."));

        assertThat(play(model, "Hello").ending()).isEqualTo(Ending.ANSWERED);
        assertThat(delays()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void a_call_does_not_wait_longer_than_30_seconds() {
        FakeModel model = model(asked -> fails(new RetryLaterException(429, Duration.ofSeconds(31))));

        Answer answer = play(model, "Hello");

        assertThat(model.requests()).hasSize(1);
        assertThat(answer.ending()).isEqualTo(Ending.UNREACHABLE);
        assertThat(answer.text()).contains("asks to wait 31 seconds");
    }

    @Test
    void an_error_that_stays_is_not_tried_again() {
        for (RuntimeException error : List.of(
                new AuthenticationException(new HttpException(401, "The key is wrong")),
                new HttpException(400, "The request is wrong"),
                new IllegalStateException("A mistake"))) {
            FakeModel model = model(asked -> fails(error));

            assertThat(play(model, "Hello").ending()).isEqualTo(Ending.UNREACHABLE);
            assertThat(model.requests()).hasSize(1);
        }
    }

    @Test
    void a_model_that_throws_is_as_one_that_tells_its_error() {
        FakeModel model = model(asked -> handler -> {
            if (asked.number() == 1) {
                throw new RateLimitException("Too many requests");
            }
            says("Hello.").take(handler);
        });

        assertThat(play(model, "Hello").ending()).isEqualTo(Ending.ANSWERED);
    }

    @Test
    void after_the_first_token_a_call_is_not_made_again() {
        FakeModel model = model(asked -> failsAfter("The light was", new IOException("The connection was lost")));

        Answer answer = play(model, "Hello");

        assertThat(model.requests()).hasSize(1);
        assertThat(answer.ending()).isEqualTo(Ending.BROKEN_OFF);
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
