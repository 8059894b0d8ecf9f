package io.stepgraph.samples.events;

/** Tells the machine about the tools. */
@FunctionalInterface
public interface ToolCatalog {

    /**
     * Whether a tool declares that it changes something.
     *
     * @param toolName the tool
     * @return false also for a tool that does not exist
     */
    boolean isMutating(String toolName);
}
