package io.stepgraph.samples.events;

/** An event that a driver feeds in. The pictures name events in the order in which they stand here. */
public sealed interface Event {

    /**
     * The user has sent a message.
     *
     * @param message its text
     */
    record UserInput(String message) implements Event {}

    /**
     * The model has sent the next piece of its text.
     *
     * @param content the piece
     */
    record TextDelta(String content) implements Event {}

    /**
     * The model has sent the next piece of a tool call.
     *
     * @param callId the id of the call
     * @param toolName the tool
     * @param fragment the next piece of the arguments
     */
    record ToolCallDelta(String callId, String toolName, String fragment) implements Event {}

    /**
     * The model has answered.
     *
     * @param response the whole answer
     */
    record Completed(LlmResponse response) implements Event {}

    /**
     * The call of the model has failed.
     *
     * @param error the reason, for the user
     */
    record LlmFailed(String error) implements Event {}

    /**
     * A tool has made progress. The machine has no use for it.
     *
     * @param callId the id of the call
     * @param message what the tool says
     */
    record ToolProgress(String callId, String message) implements Event {}

    /**
     * A tool call is over.
     *
     * @param callId the id of the call
     * @param outcome its outcome
     */
    record ToolCompleted(String callId, ToolOutcome outcome) implements Event {}

    /**
     * The hook that follows mutating tools is over.
     *
     * @param actionTaken whether it did something
     */
    record PostToolsHookCompleted(boolean actionTaken) implements Event {}

    /** The time before the next call of the model is over. */
    record RetryTimeoutFired() implements Event {}

    /** Somebody ends the session. */
    record ShutdownRequested() implements Event {}
}
