package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/**
 * A person who talks to the web server.
 *
 * @param address where it is
 * @param token who the person is
 */
record WebClient(String address, String token) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        return HTTP.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, Object body) throws IOException, InterruptedException {
        return postText(path, Json.write(body));
    }

    HttpResponse<String> postText(String path, String body) throws IOException, InterruptedException {
        return HTTP.send(
                request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + token);
    }

    JsonNode read(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
        }
        return Json.tree(response.body());
    }

    /** Posts a ticket and returns its id. */
    String ticket(String text) throws IOException, InterruptedException {
        return Json.tree(post("/api/tickets", Map.of("text", text)).body())
                .path("id")
                .asString();
    }

    /** Waits until a ticket stands so. */
    JsonNode until(String id, String state) throws Exception {
        return World.until(() -> {
            JsonNode ticket = read("/api/tickets/" + id);
            return ticket.path("status").path("state").asString().equals(state) ? ticket : null;
        });
    }

    /** The question of a ticket, as a reviewer gets it. */
    JsonNode question(String id) throws Exception {
        return World.until(() -> {
            for (JsonNode item : read("/api/questions")) {
                if (item.path("run").asString().equals(id)) {
                    return item;
                }
            }
            return null;
        });
    }

    /** Answers a question, and does not wait for the status of HTTP. */
    CompletableFuture<Integer> answerLater(JsonNode question, Object answer) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return answer(question, answer);
            } catch (IOException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    /** Answers a question and returns the status of HTTP. */
    int answer(JsonNode question, Object answer) throws IOException, InterruptedException {
        return post("/api/answers", Map.of("ticket", question.path("ticket").asString(), "answer", answer))
                .statusCode();
    }
}
