package io.stepgraph.samples.chat;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Builds a {@link RetryAfterClient}, for clients that take the builder and not the client. */
final class RetryAfterBuilder implements HttpClient.Builder {
    private final HttpClient.Builder builder = HttpClient.newBuilder();

    @Override
    public RetryAfterBuilder cookieHandler(CookieHandler handler) {
        builder.cookieHandler(handler);
        return this;
    }

    @Override
    public RetryAfterBuilder connectTimeout(Duration duration) {
        builder.connectTimeout(duration);
        return this;
    }

    @Override
    public RetryAfterBuilder sslContext(SSLContext context) {
        builder.sslContext(context);
        return this;
    }

    @Override
    public RetryAfterBuilder sslParameters(SSLParameters parameters) {
        builder.sslParameters(parameters);
        return this;
    }

    @Override
    public RetryAfterBuilder executor(Executor executor) {
        builder.executor(executor);
        return this;
    }

    @Override
    public RetryAfterBuilder followRedirects(Redirect policy) {
        builder.followRedirects(policy);
        return this;
    }

    @Override
    public RetryAfterBuilder version(Version version) {
        builder.version(version);
        return this;
    }

    @Override
    public RetryAfterBuilder priority(int priority) {
        builder.priority(priority);
        return this;
    }

    @Override
    public RetryAfterBuilder proxy(ProxySelector selector) {
        builder.proxy(selector);
        return this;
    }

    @Override
    public RetryAfterBuilder authenticator(Authenticator authenticator) {
        builder.authenticator(authenticator);
        return this;
    }

    @Override
    public HttpClient build() {
        return new RetryAfterClient(builder.build());
    }
}
