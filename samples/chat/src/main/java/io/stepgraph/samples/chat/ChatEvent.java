package io.stepgraph.samples.chat;

/** The custom events of the agent's runs: its progress while it works. */
public sealed interface ChatEvent {

    /**
     * A piece of the model's text, in order.
     *
     * @param text the piece
     */
    record Token(String text) implements ChatEvent {}

    /**
     * A call of a tool begins.
     *
     * @param call the call
     */
    record ToolCalled(ToolCall call) implements ChatEvent {}

    /**
     * A call of a tool is over.
     *
     * @param callId the call
     * @param tool the tool
     * @param characters the length of its result
     * @param failed whether it went wrong
     */
    record ToolDone(String callId, String tool, int characters, boolean failed) implements ChatEvent {}
}
