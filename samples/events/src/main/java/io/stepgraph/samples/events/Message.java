package io.stepgraph.samples.events;

import java.util.List;

/** A message of the conversation. */
public sealed interface Message {

    /**
     * A message of the user.
     *
     * @param text its text
     */
    record User(String text) implements Message {}

    /**
     * An answer of the model.
     *
     * @param text its text, which is empty if the model only calls tools
     * @param toolCalls the tools that it calls
     */
    record Assistant(String text, List<ToolCall> toolCalls) implements Message {}

    /**
     * The outcome of a tool call.
     *
     * @param callId the id of the call
     * @param toolName the tool
     * @param text the JSON of a success, or the error
     */
    record Tool(String callId, String toolName, String text) implements Message {}
}
