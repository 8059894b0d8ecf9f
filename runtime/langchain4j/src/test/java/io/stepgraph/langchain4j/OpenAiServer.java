package io.stepgraph.langchain4j;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on this machine that speaks as OpenAI does. */
final class OpenAiServer implements AutoCloseable {
    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** Answers a request, the first one with number 1. */
    interface Script {
        void answer(int number, Answer answer) throws IOException;
    }

    OpenAiServer(Script script) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                script.answer(requests.incrementAndGet(), new Answer(exchange));
            }
        });
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** An answer of the server. */
    record Answer(HttpExchange exchange) {
        /** Refuses the request. */
        void refuse(int status, String retryAfter) throws IOException {
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
            exchange.sendResponseHeaders(status, -1);
        }

        /** Says a text without a stream. */
        void says(String text) throws IOException {
            exchange.sendResponseHeaders(200, 0);
            send(choice("", "message", text, "\"stop\""));
        }

        /** Streams a text to its end. */
        void streams(String text) throws IOException {
            open(0);
            token(text);
            send("data: " + choice(".chunk", "delta", "", "\"stop\""));
            send("data: [DONE]");
        }

        /** Begins to stream so many bytes; 0 if nobody knows how many. */
        void open(int length) throws IOException {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, length);
        }

        void token(String text) throws IOException {
            send("data: " + choice(".chunk", "delta", text, "null"));
        }

        void error(String type, String message) throws IOException {
            send("event: error\ndata: {\"error\": {\"type\": \"" + type + "\", \"message\": \"" + message + "\"}}");
        }

        private void send(String event) throws IOException {
            OutputStream out = exchange.getResponseBody();
            out.write((event + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        private static String choice(String kind, String field, String text, String reason) {
            return """
                    {"id": "1", "object": "chat.completion%s", "created": 1, "model": "model", "choices": [{"index": 0, \
                    "%s": {"role": "assistant", "content": "%s"}, "finish_reason": %s}]}""".formatted(kind, field, text, reason);
        }
    }
}
