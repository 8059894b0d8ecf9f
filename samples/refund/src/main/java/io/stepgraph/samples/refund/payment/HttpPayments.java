package io.stepgraph.samples.refund.payment;

import io.stepgraph.runtime.ApprovedOnce;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.samples.refund.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Pays by the payment server. Safe for use by many threads. */
public final class HttpPayments implements Payments {
    /** Less than what the agent gives to a call. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI server;
    private final String caller;

    /**
     * Payments of one program.
     *
     * @param server the address of the payment server
     * @param caller the name of this program, for the log of the server
     */
    public HttpPayments(URI server, String caller) {
        this.server = server;
        this.caller = caller;
    }

    @Override
    public Payment pay(ApprovedOnce<PaymentOrder> order) {
        return post(order.request(), order.key());
    }

    Payment post(PaymentOrder order, String idempotencyKey) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/payments"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", idempotencyKey)
                .header("User-Agent", caller)
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(order)))
                .build();
        HttpResponse<String> response = send(request);
        String text = response.body();
        return switch (response.statusCode()) {
            case 200 -> Json.read(text, Payment.class);
            case 400, 422 -> throw new InvalidPaymentException("The payment server says: " + text);
            case 402 -> throw new PaymentDeniedException(text);
            case 429 -> throw new TransientException("The payment server is busy.", null, retryAfter(response));
            default ->
                throw new TransientException(
                        "The payment server answers " + response.statusCode() + ": " + text,
                        null,
                        retryAfter(response));
        };
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new TransientException("The payment server cannot be reached.", broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TransientException("The payment was interrupted.", interrupted);
        }
    }

    /** The delay that the server asks for, in seconds; null if it names none. */
    private static @Nullable Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(null);
    }
}
