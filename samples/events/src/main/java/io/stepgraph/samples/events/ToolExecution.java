package io.stepgraph.samples.events;

import org.jspecify.annotations.Nullable;

/**
 * A tool call and its outcome.
 *
 * @param call the call
 * @param outcome null until the call is over
 */
public record ToolExecution(ToolCall call, @Nullable ToolOutcome outcome) {

    /** {@return whether the call is not over yet} */
    boolean isOpen() {
        return outcome == null;
    }
}
