package io.stepgraph.samples.refund.payment;

import io.stepgraph.samples.refund.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** Tells the payment server to make trouble, and asks what it has done: for a demo and for tests. */
public final class PaymentControl {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    /**
     * A control.
     *
     * @param server the address of the payment server
     */
    public PaymentControl(URI server) {
        this.server = server;
    }

    /** Orders trouble for the next calls. */
    public void order(Trouble trouble) throws IOException, InterruptedException {
        send(to("/troubles").POST(HttpRequest.BodyPublishers.ofString(Json.write(trouble))));
    }

    /** Releases the call that is held for an order. */
    public void release(String order) throws IOException, InterruptedException {
        send(to("/held/" + order).DELETE());
    }

    /** The calls that are held. */
    public List<HeldCall> held() throws IOException, InterruptedException {
        return List.of(Json.read(send(to("/held")), HeldCall[].class));
    }

    /** All payments. */
    public List<Payment> payments() throws IOException, InterruptedException {
        return List.of(Json.read(send(to("/payments")), Payment[].class));
    }

    /** All calls that were answered since the server was started. */
    public List<AnsweredCall> calls() throws IOException, InterruptedException {
        return List.of(Json.read(send(to("/calls")), AnsweredCall[].class));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(server.resolve(path));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("The payment server answers " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
