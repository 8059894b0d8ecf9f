package io.stepgraph.samples.events;

import java.util.List;

/** The action that a driver performs after an event. */
public sealed interface Action {

    /**
     * Call the model. Its events follow.
     *
     * @param request the request
     */
    record SendLlmRequest(LlmRequest request) implements Action {}

    /**
     * Execute tools, in parallel if possible. An event {@code ToolCompleted} follows for each.
     *
     * @param calls the calls
     */
    record ExecuteTools(List<ToolCall> calls) implements Action {}

    /**
     * Run the hook that follows mutating tools. An event {@code PostToolsHookCompleted} follows.
     *
     * @param completedTools all calls of the turn, those that failed too
     */
    record RunPostToolsHook(List<ToolExecution> completedTools) implements Action {}

    /** Do nothing until the next event. */
    record WaitForInput() implements Action {}

    /**
     * Show a piece of the model's text.
     *
     * @param text the piece
     */
    record DisplayMessage(String text) implements Action {}

    /**
     * Show an error.
     *
     * @param text the error
     */
    record DisplayError(String text) implements Action {}

    /** End the session. */
    record Shutdown() implements Action {}
}
