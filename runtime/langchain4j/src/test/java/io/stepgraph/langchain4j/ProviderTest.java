package io.stepgraph.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.stepgraph.langchain4j.Asker.Heard;
import io.stepgraph.langchain4j.AskerGraph.Outcome;
import io.stepgraph.langchain4j.OpenAiServer.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model with the client of a real provider. */
@Timeout(60)
@Tag("K11")
@Tag("K12")
final class ProviderTest {
    private final CountDownLatch end = new CountDownLatch(1);
    private OpenAiServer server;

    @AfterEach
    void close() {
        end.countDown();
        server.close();
    }

    private Asking asking(Script script) throws IOException {
        server = new OpenAiServer(script);
        return new Asking(streaming());
    }

    private Model streaming() {
        return Model.of(OpenAiStreamingChatModel.builder()
                .httpClientBuilder(RetryAfter.http())
                .baseUrl(server.address())
                .apiKey("key")
                .modelName("model")
                .build());
    }

    private Model blocking() {
        return Model.of(OpenAiChatModel.builder()
                .httpClientBuilder(RetryAfter.http())
                .baseUrl(server.address())
                .apiKey("key")
                .modelName("model")
                .maxRetries(0)
                .build());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_delay_that_a_provider_asks_for_is_kept(boolean streams) throws Exception {
        CountDownLatch askedAgain = new CountDownLatch(2);
        server = new OpenAiServer((number, answer) -> {
            askedAgain.countDown();
            if (number == 1) {
                answer.refuse(429, "2");
            } else if (streams) {
                answer.streams("A lens bends light.");
            } else {
                answer.says("A lens bends light.");
            }
        });
        try (Asking asking = new Asking(streams ? streaming() : blocking())) {
            assertThat(asking.delays.take()).isEqualTo(Duration.ofSeconds(2));
            while (!askedAgain.await(2, TimeUnit.MILLISECONDS)) {
                asking.clock.pass(Duration.ofMillis(50));
            }
            assertThat(asking.heard().text()).isEqualTo("A lens bends light.");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "503, 3600, 'The provider asks to wait 3600 seconds, and at most 30 seconds are waited for. HTTP 503.'",
        "401, 0, HTTP 401."
    })
    void an_error_that_stays_is_told_at_once(int status, String retryAfter, String told) throws Exception {
        try (Asking asking = asking((number, answer) -> answer.refuse(status, retryAfter))) {
            assertThat(asking.failure()).isInstanceOf(ModelException.class).hasMessage(told);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_cancel_closes_the_connection_to_the_provider() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        Script script = (number, answer) -> {
            answer.open(0);
            try {
                while (!end.await(5, TimeUnit.MILLISECONDS)) {
                    answer.token("and ");
                }
            } catch (IOException gone) {
                closed.countDown();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        };
        try (Asking asking = asking(script)) {
            assertThat(asking.pieces.take()).isEqualTo("and ");
            asking.cancel();
            assertThat(asking.outcome()).isInstanceOf(Outcome.Cancelled.class);
            closed.await();
        }
    }

    @Test
    void a_connection_that_is_lost_after_the_first_token_breaks_the_answer_off() throws Exception {
        Script script = (number, answer) -> {
            answer.open(1_000_000); // more than is sent
            answer.token("A lens ");
        };
        try (Asking asking = asking(script)) {
            assertThat(asking.heard().text()).isEqualTo("A lens ");
            assertThat(asking.heard().why()).isNotEmpty();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void an_error_before_the_first_token_lets_the_step_ask_again_and_one_after_it_breaks_the_answer_off()
            throws Exception {
        Script script = (number, answer) -> {
            answer.open(0);
            if (number == 2) {
                answer.token("A lens ");
            }
            answer.error("server_error", "The server had an error.");
        };
        try (Asking asking = asking(script)) {
            assertThat(asking.heard()).isEqualTo(new Heard("A lens ", 0, "The server had an error."));
            assertThat(server.requests()).isEqualTo(2);
        }
    }
}
