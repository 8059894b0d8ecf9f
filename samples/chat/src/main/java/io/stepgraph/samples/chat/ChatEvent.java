package io.stepgraph.samples.chat;

import io.stepgraph.langchain4j.ToolResult;

/** The custom events of the agent's runs: its progress while it works. */
public sealed interface ChatEvent {

    /**
     * A piece of the model's text, in order.
     *
     * @param text the piece
     */
    record Token(String text) implements ChatEvent {}

    /**
     * The model asks for a call of a tool.
     *
     * @param tool the tool
     * @param arguments its arguments, as JSON
     */
    record ToolCalled(String tool, String arguments) implements ChatEvent {}

    /**
     * A call of a tool is over.
     *
     * @param result its result
     */
    record ToolDone(ToolResult result) implements ChatEvent {}
}
