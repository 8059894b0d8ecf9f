package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.ends;
import static io.stepgraph.langchain4j.StrictModel.fails;
import static io.stepgraph.langchain4j.StrictModel.replies;
import static io.stepgraph.langchain4j.StrictModel.says;
import static io.stepgraph.langchain4j.StrictModel.speak;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import io.stepgraph.langchain4j.Asker.Heard;
import io.stepgraph.langchain4j.AskerGraph.Outcome;
import io.stepgraph.langchain4j.StrictModel.Handle;
import io.stepgraph.langchain4j.StrictModel.Turn;
import io.stepgraph.runtime.TransientException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A model that speaks in a step. */
@Timeout(60)
@Tag("K11")
final class ModelTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Turn LENS = says("A lens ", "bends light.");

    private final Handle handle = new Handle();
    private final BlockingQueue<StreamingChatResponseHandler> asked = new LinkedBlockingQueue<>();

    private static Model timed(Turn turn, Duration silence, Duration longest) {
        return new Model(StrictModel.script(turn, turn), silence, longest, LONG);
    }

    private static ChatModel blocking(Supplier<String> text) {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from(text.get()))
                        .build();
            }
        };
    }

    private static IOException lost() {
        return new IOException("The connection was lost");
    }

    private static String refused() {
        throw new AuthenticationException("The key is wrong");
    }

    @Test
    void each_piece_is_emitted_before_the_next_one_comes() throws Exception {
        try (Asking asking = Asking.of(asked::add)) {
            StreamingChatResponseHandler model = asked.take();
            speak(handle, model, "A lens ");
            assertThat(asking.pieces.take()).isEqualTo("A lens ");
            speak(handle, model, "bends light.");
            assertThat(asking.pieces.take()).isEqualTo("bends light.");
            replies(AiMessage.from("A lens bends light.")).take(model);

            assertThat(asking.heard()).isEqualTo(new Heard("A lens bends light.", StrictModel.TOKENS, ""));
            assertThat(handle.isCancelled()).isFalse();
        }
    }

    @Test
    void a_character_that_comes_in_two_pieces_is_emitted_as_one() throws Exception {
        try (Asking asking = Asking.of(says("A lens \ud83d", "\udd0d and \udd0d"))) {
            assertThat(asking.heard().text()).isEqualTo("A lens \ud83d\udd0d and \udd0d");
            assertThat(asking.pieces).containsExactly("A lens ", "\ud83d\udd0d and \ufffd");
        }
    }

    static Stream<Model> whole() {
        Turn turn = replies(AiMessage.from("A lens bends light."));
        return Stream.of(Model.of(StrictModel.script(turn)), Model.of(blocking(() -> "A lens bends light.")));
    }

    @ParameterizedTest
    @MethodSource("whole")
    void a_model_that_does_not_stream_or_blocks_says_one_piece(Model model) throws Exception {
        try (Asking asking = new Asking(model)) {
            assertThat(asking.heard().text()).isEqualTo("A lens bends light.");
            assertThat(asking.pieces).containsExactly("A lens bends light.");
        }
    }

    static Stream<Turn> passing() {
        Turn thinks = handler -> handler.onPartialThinking(
                new PartialThinking("What do they mean?"), new PartialThinkingContext(new Handle()));
        return Stream.of(fails(new RateLimitException("Too many requests")), handler -> {
            thinks.take(handler);
            fails(lost()).take(handler);
        });
    }

    @ParameterizedTest
    @MethodSource("passing")
    void an_error_before_the_first_piece_lets_the_step_ask_again(Turn failing) throws Exception {
        try (Asking asking = Asking.of(failing, LENS)) {
            assertThat(asking.heard().text()).isEqualTo("A lens bends light.");
            assertThat(asking.delays).hasSize(1);
        }
    }

    static Stream<Model> staying() {
        return Stream.of(
                Model.of(StrictModel.script(fails(new AuthenticationException("The key is wrong")))),
                Model.of(StrictModel.script(handler -> refused())),
                Model.of(blocking(ModelTest::refused)));
    }

    @ParameterizedTest
    @MethodSource("staying")
    void an_error_that_stays_fails_the_step_at_once(Model model) throws Exception {
        try (Asking asking = new Asking(model)) {
            assertThat(asking.failure())
                    .isInstanceOf(ModelException.class)
                    .hasMessage("The key is wrong.")
                    .hasCauseInstanceOf(AuthenticationException.class);
            assertThat(asking.delays).isEmpty();
        }
    }

    static Stream<Arguments> brokenOff() {
        Turn withoutHandle = handler -> {
            handler.onPartialResponse("A lens ");
            handler.onError(lost());
        };
        return Stream.of(
                arguments(fails(lost(), "A lens "), "A lens ", "The connection was lost."),
                arguments(withoutHandle, "A lens ", "The connection was lost."),
                arguments(ends(FinishReason.LENGTH, "A lens "), "A lens ", "the answer reached its longest length."),
                arguments(
                        ends(FinishReason.CONTENT_FILTER, "A lens "),
                        "A lens ",
                        "a filter of the provider stopped the answer."),
                arguments(replies(AiMessage.from(" ")), "", "the model said nothing."));
    }

    @ParameterizedTest
    @MethodSource("brokenOff")
    void what_is_no_whole_answer_is_broken_off_and_not_asked_for_again(Turn turn, String text, String why)
            throws Exception {
        try (Asking asking = Asking.of(turn)) {
            assertThat(asking.heard()).isEqualTo(new Heard(text, 0, why));
            assertThat(asking.delays).isEmpty();
        }
    }

    @Test
    void a_cancel_of_the_run_cancels_the_call() throws Exception {
        try (Asking asking = Asking.of(asked::add)) {
            speak(handle, asked.take(), "A lens ");
            asking.pieces.take();
            asking.cancel();
            handle.cancelled.await();

            assertThat(asking.outcome()).isInstanceOf(Outcome.Cancelled.class);
        }
    }

    @Test
    void a_call_that_was_cancelled_before_its_first_piece_ends_with_it() throws Exception {
        try (Asking asking = Asking.of(asked::add)) {
            StreamingChatResponseHandler model = asked.take();
            asking.cancel();
            assertThat(asking.outcome()).isInstanceOf(Outcome.Cancelled.class);
            speak(handle, model, "A lens ");

            assertThat(handle.isCancelled()).isTrue();
        }
    }

    @Test
    void a_cancel_of_the_run_interrupts_a_model_that_blocks() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ChatModel blocking = blocking(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                interrupted.countDown();
            }
            return "Nobody hears this.";
        });
        try (Asking asking = new Asking(Model.of(blocking))) {
            begun.await();
            asking.cancel();
            interrupted.await();

            assertThat(asking.outcome()).isInstanceOf(Outcome.Cancelled.class);
        }
    }

    @Test
    void a_silence_before_the_first_piece_lets_the_step_ask_again() throws Exception {
        try (Asking asking = new Asking(timed(handler -> {}, SHORT, LONG))) {
            assertThat(asking.failure())
                    .isInstanceOf(TransientException.class)
                    .hasMessage("The model was silent for 50 milliseconds.");
            assertThat(asking.delays).hasSize(1);
        }
    }

    @Test
    void a_silence_after_the_first_piece_breaks_the_answer_off() throws Exception {
        try (Asking asking = new Asking(timed(handler -> speak(handle, handler, "A lens "), SHORT, LONG))) {
            assertThat(asking.heard()).isEqualTo(new Heard("A lens ", 0, "The model was silent for 50 milliseconds."));
            assertThat(handle.isCancelled()).isTrue();
        }
    }

    @Test
    void a_model_that_never_ends_is_cut_off() throws Exception {
        Turn first = handler -> {
            speak(handle, handler, "On ");
            asked.add(handler);
        };
        try (Asking asking = new Asking(timed(first, LONG, Duration.ofMillis(200)))) {
            StreamingChatResponseHandler model = asked.take();
            do {
                speak(handle, model, "and on ");
            } while (!handle.cancelled.await(1, TimeUnit.MILLISECONDS));

            assertThat(asking.heard().text()).startsWith("On ");
            assertThat(asking.heard().why()).isEqualTo("The model took longer than 200 milliseconds.");
        }
    }

    @Test
    void a_model_that_thinks_for_too_long_is_not_asked_again() throws Exception {
        try (Asking asking = new Asking(timed(handler -> {}, LONG, SHORT))) {
            assertThat(asking.failure())
                    .isInstanceOf(ModelException.class)
                    .hasMessage("The model took longer than 50 milliseconds.");
        }
    }

    @Test
    void times_are_checked() {
        StreamingChatModel model = StrictModel.script();

        assertThatThrownBy(() -> new Model(model, Duration.ZERO, LONG, LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("silence must be more than 0, not PT0S.");
        assertThatThrownBy(() -> new Model(model, LONG, LONG, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("longestDelay must be 0 or more, not PT-1S.");
    }
}
