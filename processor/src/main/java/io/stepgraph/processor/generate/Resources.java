package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.AgentModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.annotation.processing.Filer;
import javax.tools.StandardLocation;

/** Writes files next to the classes, always in UTF-8, even if the sources have another encoding. */
final class Resources {

    private Resources() {}

    static void write(Filer filer, AgentModel agent, String extension, String text) throws IOException {
        String name = "META-INF/stepgraph/" + agent.type().getQualifiedName() + "." + extension;
        try (OutputStream out = filer.createResource(StandardLocation.CLASS_OUTPUT, "", name, agent.type())
                .openOutputStream()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
