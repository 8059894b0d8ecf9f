package io.stepgraph.samples.chat;

import io.stepgraph.langchain4j.Conversation;
import io.stepgraph.langchain4j.ToolResult;

/** The state of a conversation. Its thread carries it from run to run. */
public final class Dialogue {
    /** All messages. */
    public Conversation conversation = Conversation.EMPTY;

    /** How many tools the model has called for the present message of the user. */
    public int toolCalls;

    void add(ToolResult result) {
        conversation = conversation.with(result);
    }
}
