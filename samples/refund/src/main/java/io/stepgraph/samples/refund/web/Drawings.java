package io.stepgraph.samples.refund.web;

import io.javalin.http.Context;
import io.stepgraph.cli.draw.Format;
import io.stepgraph.draw.Picture;
import io.stepgraph.cli.run.RunView;
import io.stepgraph.samples.refund.RefundAgent;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Draws the graph of a run with its path.
 *
 * @param access who may do what
 */
record Drawings(Access access) {
    private static final String GRAPH = "/META-INF/stepgraph/" + RefundAgent.class.getName() + ".json";

    void draw(Context context) {
        Person person = access.person(context);
        String id = context.pathParam("id");
        Picture picture = RunView.read(access.shop(person).store(), id, false).picture();
        context.contentType("image/svg+xml; charset=utf-8")
                .result(Format.SVG.of(picture == null ? beforeTheStart() : picture));
    }

    /** The store has no graph before a worker has the run. */
    private static Picture beforeTheStart() {
        try (InputStream graph = Objects.requireNonNull(Drawings.class.getResourceAsStream(GRAPH))) {
            return Picture.of(Json.read(new String(graph.readAllBytes(), StandardCharsets.UTF_8), Object.class));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
