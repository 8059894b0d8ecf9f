package io.stepgraph.samples.events;

import java.util.List;

/** The state of the machine, with its own context. */
public sealed interface Phase {

    /** Nothing is to be done until the user says something. */
    record WaitingForUserInput() implements Phase {}

    /**
     * The model is called. Its request is the conversation, which does not change before the answer.
     *
     * @param retries how many calls have failed before this one
     */
    record CallingLlm(int retries) implements Phase {}

    /**
     * Tools are executed.
     *
     * @param executions the calls, in the order of the request
     */
    record ExecutingTools(List<ToolExecution> executions) implements Phase {}

    /**
     * The hook runs. The request that waits for it is the conversation.
     *
     * @param completedTools the calls of the turn
     */
    record PostToolsHook(List<ToolExecution> completedTools) implements Phase {}

    /**
     * A call has failed and will be made again.
     *
     * @param error the reason
     * @param retries how many calls have failed
     * @param origin what failed
     */
    @SuppressWarnings("JavaLangClash") // always written as Phase.Error
    record Error(String error, int retries, Origin origin) implements Phase {}

    /** The session is over. */
    record ShuttingDown() implements Phase {}

    /** Origin of an error. */
    enum Origin {
        /** A call of the model. */
        LLM
    }
}
