package io.stepgraph.samples.chat;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP that fails with {@link RetryLaterException} if a server refuses a request for now and says for how
 * long. The errors of LangChain4j do not tell that: they have the status and the text of a response, not its headers.
 */
final class RetryAfterClient extends HttpClient {
    private final HttpClient client;

    RetryAfterClient(HttpClient client) {
        this.client = client;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        HttpResponse<T> response = client.send(request, handler);
        RetryLaterException refused = refusal(response);
        if (refused != null) {
            throw refused;
        }
        return response;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return client.sendAsync(request, handler).thenApply(RetryAfterClient::accepted);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushed) {
        return client.sendAsync(request, handler, pushed).thenApply(RetryAfterClient::accepted);
    }

    private static <T> HttpResponse<T> accepted(HttpResponse<T> response) {
        RetryLaterException refused = refusal(response);
        if (refused != null) {
            throw new CompletionException(refused);
        }
        return response;
    }

    /** Only the form in seconds counts: no provider of models sends a date. */
    private static @Nullable RetryLaterException refusal(HttpResponse<?> response) {
        boolean refused = response.statusCode() == 429 || response.statusCode() >= 500;
        String delay = response.headers().firstValue("retry-after").orElse("");
        return refused && delay.matches("\\d{1,9}")
                ? new RetryLaterException(response.statusCode(), Duration.ofSeconds(Long.parseLong(delay)))
                : null;
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }
}
