package io.stepgraph.samples.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.samples.chat.Answer.Ending;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatAgentGraph.Runs;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.Message.User;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent with the client of a real provider, against a server on this machine that speaks as OpenAI does. */
final class ProviderTest {
    private static final Toolbox TOOLS = new Toolbox(Documents.load());

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    /** Answers a request, the first one with number 1. */
    private interface Script {
        void answer(int number, HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void bind() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private StreamingChatModel model(Script script) {
        server.createContext("/", exchange -> {
            try (exchange) {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                script.answer(bodies.size(), exchange);
            }
        });
        return Models.openAi(
                "key", "model", "http://localhost:" + server.getAddress().getPort());
    }

    private <T> T run(StreamingChatModel model, RunObserver observer, Function<Runs, T> work) {
        try (Store store = new MemoryStore();
                Runner runner = Runner.builder(store)
                        .observer(events::add)
                        .observer(observer)
                        .build()) {
            return work.apply(ChatAgentGraph.of(new ChatAgent(model, TOOLS)).on(runner, "thread"));
        }
    }

    private static Outcome say(Runs runs) {
        return runs.run("First", new Dialogue(), new User("What is a lens?"));
    }

    private static void refuse(HttpExchange exchange, int status, String retryAfter) throws IOException {
        exchange.getResponseHeaders().add("Retry-After", retryAfter);
        exchange.sendResponseHeaders(status, -1);
    }

    private static OutputStream open(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    private static void send(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String chunk(String delta, String reason) {
        return """
                {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "model", \
                "choices": [{"index": 0, "delta": %s, "finish_reason": %s}]}""".formatted(delta, reason);
    }

    private static void say(HttpExchange exchange, String text) throws IOException {
        try (OutputStream out = open(exchange)) {
            send(out, chunk("{\"role\": \"assistant\", \"content\": \"" + text + "\"}", "null"));
            send(out, chunk("{}", "\"stop\""));
            send(out, "[DONE]");
        }
    }

    private static void search(HttpExchange exchange) throws IOException {
        try (OutputStream out = open(exchange)) {
            send(out, chunk("""
                    {"role": "assistant", "tool_calls": [{"index": 0, "id": "call-1", "type": "function", \
                    "function": {"name": "search_documents", "arguments": "{\\"query\\": \\"lens\\"}"}}]}""", "null"));
            send(out, chunk("{}", "\"tool_calls\""));
            send(out, "[DONE]");
        }
    }

    @Test
    void the_delay_that_a_provider_asks_for_is_kept() {
        Outcome outcome = run(
                model((number, exchange) -> {
                    if (number == 1) {
                        refuse(exchange, 429, "1");
                    } else {
                        say(exchange, "A lens bends light.");
                    }
                }),
                event -> {},
                ProviderTest::say);

        assertThat(((Outcome.Completed) outcome).result())
                .isEqualTo(new Answer("A lens bends light.", Ending.ANSWERED));
        assertThat(events)
                .filteredOn(RunEvent.StepRetrying.class::isInstance)
                .extracting(event -> ((RunEvent.StepRetrying) event).delay())
                .containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void a_delay_that_is_too_long_is_told_to_the_user() {
        Outcome outcome =
                run(model((number, exchange) -> refuse(exchange, 503, "3600")), event -> {}, ProviderTest::say);

        Answer answer = ((Outcome.Completed) outcome).result();
        assertThat(answer.ending()).isEqualTo(Ending.UNREACHABLE);
        assertThat(answer.text()).contains("HTTP 503", "wait 3600 seconds");
        assertThat(bodies).hasSize(1);
    }

    @Test
    void the_provider_gets_the_tools_the_call_and_its_result() {
        Outcome outcome = run(
                model((number, exchange) -> {
                    if (number == 1) {
                        search(exchange);
                    } else {
                        say(exchange, "See lenses.md.");
                    }
                }),
                event -> {},
                ProviderTest::say);

        assertThat(((Outcome.Completed) outcome).result().text()).isEqualTo("See lenses.md.");
        assertThat(bodies.get(0)).contains("search_documents", "ask_user").doesNotContain("tool_call_id");
        assertThat(bodies.get(1)).contains("\"tool_call_id\" : \"call-1\"", "lenses.md: ");
    }

    @Test
    void a_cancel_closes_the_connection_to_the_provider() throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        StreamingChatModel model = model((number, exchange) -> {
            try (OutputStream out = open(exchange)) {
                while (!never.await(10, TimeUnit.MILLISECONDS)) {
                    send(out, chunk("{\"role\": \"assistant\", \"content\": \"and \"}", "null"));
                }
            } catch (IOException gone) {
                closed.countDown();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        CountDownLatch spoken = new CountDownLatch(3);

        Outcome outcome = run(
                model,
                event -> {
                    if (event instanceof RunEvent.Custom told && told.event() instanceof Token) {
                        spoken.countDown();
                    }
                },
                runs -> {
                    threads.execute(() -> {
                        await(spoken);
                        runs.as(Actor.named("somebody")).cancel("First");
                    });
                    return say(runs);
                });

        assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
