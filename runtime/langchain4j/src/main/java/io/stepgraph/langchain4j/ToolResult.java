package io.stepgraph.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;

/**
 * A result of a tool, as the model gets it.
 *
 * @param callId the id of the call
 * @param tool the name of the tool
 * @param text the words for the model
 * @param failed whether the tool has failed, or was not called
 */
public record ToolResult(String callId, String tool, String text, boolean failed) {

    ToolExecutionResultMessage message() {
        return ToolExecutionResultMessage.builder()
                .id(callId)
                .toolName(tool)
                .text(text)
                .isError(failed)
                .build();
    }
}
