package io.stepgraph.samples.chat;

import io.stepgraph.langchain4j.ToolCall;

/**
 * A question of the model to the user.
 *
 * @param call the call of {@code ask_user}, which gets the reply as its result
 */
public record Ask(ToolCall call) {

    String question() {
        return String.valueOf(call.arguments().get("question"));
    }
}
