package io.stepgraph.samples.refund.demo;

import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A person who uses the web server as the page does.
 *
 * @param web the address of the web server
 * @param person who it is
 */
record Visitor(String web, Person person) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Posts a ticket and returns its id. */
    String post(String text) throws IOException, InterruptedException {
        return Json.tree(send(request("/api/tickets").POST(body(Map.of("text", text)))))
                .path("id")
                .asString();
    }

    JsonNode ticket(String id) throws IOException, InterruptedException {
        return Json.tree(send(request("/api/tickets/" + id)));
    }

    JsonNode questions() throws IOException, InterruptedException {
        return Json.tree(send(request("/api/questions")));
    }

    void answer(JsonNode question, Map<String, String> answer) throws IOException, InterruptedException {
        String ticket = question.path("ticket").asString();
        String unused = send(request("/api/answers").POST(body(Map.of("ticket", ticket, "answer", answer))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(web + path)).header("Authorization", "Bearer " + person.token());
    }

    private static HttpRequest.BodyPublisher body(Object value) {
        return HttpRequest.BodyPublishers.ofString(Json.write(value));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException("The web server answers " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
