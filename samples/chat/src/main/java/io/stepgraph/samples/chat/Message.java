package io.stepgraph.samples.chat;

import java.util.List;

/** A message of a conversation, as it is stored. */
public sealed interface Message {

    /**
     * A text of the user: the input of a run.
     *
     * @param text the text
     */
    record User(String text) implements Message {}

    /**
     * The reply of the model in one turn.
     *
     * @param text the text; empty if it only calls tools
     * @param calls the calls that it asks for; empty if the text is its answer
     * @param brokenOff whether the text is not all that it was to be
     */
    record Assistant(String text, List<ToolCall> calls, boolean brokenOff) implements Message {

        /** Copies the list. */
        public Assistant {
            calls = List.copyOf(calls);
        }
    }

    /**
     * The result of a call.
     *
     * @param callId the call
     * @param tool the tool
     * @param text the result, or what went wrong
     * @param failed whether it went wrong
     */
    record ToolResult(String callId, String tool, String text, boolean failed) implements Message {}
}
