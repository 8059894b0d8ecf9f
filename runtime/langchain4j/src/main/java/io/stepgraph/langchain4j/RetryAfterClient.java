package io.stepgraph.langchain4j;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP on that of the JDK. LangChain4j's cannot be wrapped: its errors have the status and the text of a
 * response, and nobody sees the headers.
 */
record RetryAfterClient(
        java.net.http.HttpClient http, @Nullable Duration readTimeout) implements HttpClient {

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = http.send(message(request), BodyHandlers.ofByteArray());
            if (isRefused(response)) {
                throw refusal(response, response.body());
            }
            return accepted(response, response.body());
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LangChain4jException(interrupted);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        http.sendAsync(message(request), BodyHandlers.ofInputStream())
                .thenAccept(response -> read(response, parser, listener))
                .exceptionally(failure -> {
                    listener.onError(failure);
                    return null;
                });
    }

    private static void read(
            HttpResponse<InputStream> response, ServerSentEventParser parser, ServerSentEventListener listener) {
        try (InputStream body = response.body()) {
            if (isRefused(response)) {
                throw refusal(response, body.readAllBytes());
            }
            listener.onOpen(accepted(response, null));
            parser.parse(body, listener);
            listener.onClose();
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }

    private java.net.http.HttpRequest message(HttpRequest request) {
        if (!request.formDataFields().isEmpty() || !request.formDataFiles().isEmpty()) {
            throw new UnsupportedFeatureException("RetryAfter.http() sends no forms. Use it for models of chats.");
        }
        java.net.http.HttpRequest.Builder message = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .method(
                        request.method().name(),
                        request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, values) -> values.forEach(value -> message.header(name, value)));
        if (readTimeout != null) {
            message.timeout(readTimeout);
        }
        return message.build();
    }

    private static boolean isRefused(HttpResponse<?> response) {
        return response.statusCode() / 100 != 2;
    }

    private static SuccessfulHttpResponse accepted(HttpResponse<?> response, byte @Nullable [] body) {
        return SuccessfulHttpResponse.builder()
                .statusCode(response.statusCode())
                .headers(response.headers().map())
                .body(body)
                .build();
    }

    private static HttpException refusal(HttpResponse<?> response, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        Duration delay = RetryDelay.inHeaders(response.headers());
        return delay == null
                ? new HttpException(response.statusCode(), text)
                : new RetryLaterException(response.statusCode(), text, delay);
    }
}
