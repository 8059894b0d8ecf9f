package io.stepgraph.langchain4j;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP for the models of LangChain4j that keeps the delay a provider asks for in {@code Retry-After}, which
 * LangChain4j's own clients drop (K12). It sends chats, and no forms with files.
 *
 * <pre>{@code
 * OpenAiStreamingChatModel.builder().httpClientBuilder(RetryAfter.http()).apiKey(key).modelName(name).build()
 * }</pre>
 */
public final class RetryAfter implements HttpClientBuilder {
    private final java.net.http.HttpClient.Builder http;
    private @Nullable Duration connectTimeout;
    private @Nullable Duration readTimeout;

    private RetryAfter(java.net.http.HttpClient.Builder http) {
        this.http = http;
    }

    /**
     * Returns a client with the proxy and the certificates of this JVM.
     *
     * @return a builder, for one model
     */
    public static HttpClientBuilder http() {
        return http(java.net.http.HttpClient.newBuilder());
    }

    /**
     * Returns a client on a client of the JDK with a proxy, certificates or threads of its own.
     *
     * @param http the builder of that client
     * @return a builder, for one model
     */
    public static HttpClientBuilder http(java.net.http.HttpClient.Builder http) {
        return new RetryAfter(http);
    }

    @Override
    public @Nullable Duration connectTimeout() {
        return connectTimeout;
    }

    @Override
    public HttpClientBuilder connectTimeout(@Nullable Duration timeout) {
        connectTimeout = timeout;
        return this;
    }

    @Override
    public @Nullable Duration readTimeout() {
        return readTimeout;
    }

    @Override
    public HttpClientBuilder readTimeout(@Nullable Duration timeout) {
        readTimeout = timeout;
        return this;
    }

    @Override
    public HttpClient build() {
        if (connectTimeout != null) {
            http.connectTimeout(connectTimeout);
        }
        return new RetryAfterClient(http.build(), readTimeout);
    }
}
