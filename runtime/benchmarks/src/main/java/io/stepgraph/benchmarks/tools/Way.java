package io.stepgraph.benchmarks.tools;

import io.stepgraph.engine.Runner;
import java.util.List;

/** How an agent is written that calls a tool. Each message is a run, and a thread carries the conversation. */
public enum Way {
    /** The agent of {@code stepgraph-langchain4j}, which gives the model the whole conversation here. */
    TOOL_AGENT {
        @Override
        Side open(Runner runner, List<PastTurn> past) {
            return new ToolAgentSide(runner, past);
        }
    },

    /** By hand, with as many commits. */
    BY_HAND {
        @Override
        Side open(Runner runner, List<PastTurn> past) {
            return new HandSide(runner, past);
        }
    };

    static final String QUESTION = "What have I ordered?";

    /**
     * Opens the agent.
     *
     * @param past what was said in each thread before its first message
     */
    abstract Side open(Runner runner, List<PastTurn> past);

    /** An agent. */
    interface Side {

        /** Begins a thread with what was said, and one message more. */
        void begin(String thread, String id);

        /** Takes the next message of a thread, and gives the answer. */
        String message(String thread, String id);

        /** Deletes what is kept of a message. */
        void delete(String thread, String id);
    }
}
