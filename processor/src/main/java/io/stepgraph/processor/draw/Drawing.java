package io.stepgraph.processor.draw;

import io.stepgraph.processor.generate.Resources;
import io.stepgraph.processor.model.AgentModel;
import java.io.IOException;
import javax.annotation.processing.Filer;

/** Writes the pictures of an agent. */
public final class Drawing {

    private final Filer filer;

    public Drawing(Filer filer) {
        this.filer = filer;
    }

    /** Only for an agent without errors. */
    public void draw(AgentModel agent) throws IOException {
        Picture picture = Picture.of(agent);
        Resources.write(filer, agent, "dot", Dot.of(picture));
        Resources.write(filer, agent, "mmd", Mermaid.of(picture));
    }
}
