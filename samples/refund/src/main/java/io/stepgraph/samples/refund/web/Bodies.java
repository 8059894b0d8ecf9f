package io.stepgraph.samples.refund.web;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.stepgraph.samples.refund.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies of requests and responses. */
final class Bodies {
    private Bodies() {}

    /** The body, which has to be a JSON object. */
    static ObjectNode object(Context context) {
        try {
            JsonNode body = Json.tree(context.body());
            if (body instanceof ObjectNode object) {
                return object;
            }
        } catch (IllegalArgumentException damaged) {
            throw new BadRequestResponse("The body is not JSON.");
        }
        throw new BadRequestResponse("The body is a JSON object.");
    }

    static void write(Context context, Object value) {
        context.contentType("application/json; charset=utf-8").result(Json.write(value));
    }

    static void problem(Context context, int status, String message) {
        write(context.status(status), Json.object().put("problem", message));
    }
}
