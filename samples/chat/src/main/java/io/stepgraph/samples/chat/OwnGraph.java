package io.stepgraph.samples.chat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The graph of the agent, as the compiler wrote it beside the classes. */
final class OwnGraph {
    private static final String FILE = "/META-INF/stepgraph/" + ChatAgent.class.getName() + ".json";

    private OwnGraph() {}

    /** The graph as data. */
    static String json() {
        try (InputStream file = OwnGraph.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("The graph " + FILE + " is missing from this build.");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
