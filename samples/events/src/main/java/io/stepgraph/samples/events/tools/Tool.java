package io.stepgraph.samples.events.tools;

import dev.langchain4j.agent.tool.ToolSpecification;
import java.io.IOException;
import tools.jackson.databind.JsonNode;

/** A tool of the agent. Several threads may call it at once. */
public interface Tool {

    /** {@return what the model reads about it} */
    ToolSpecification specification();

    /** {@return whether it can change something; then it needs the mode {@code ACCEPT_EDITS}} */
    default boolean isMutating() {
        return false;
    }

    /**
     * Does the work.
     *
     * @param arguments the arguments
     * @return the result, which is written as JSON
     * @throws ToolFailedException with a reason that the model can act on
     * @throws IOException if a file or a program cannot be used
     * @throws InterruptedException if the program ends
     */
    Object execute(JsonNode arguments) throws ToolFailedException, IOException, InterruptedException;
}
