package io.stepgraph.engine;

/**
 * What a {@link Worker} does at this moment.
 *
 * @param state whether it claims runs
 * @param running how many runs it executes
 * @param concurrency how many runs it executes at most
 * @param claimed how many runs it has claimed since it was started
 * @param failed how many of these it could not continue because of an error that is not a step's; each was logged
 */
public record WorkerStatus(State state, int running, int concurrency, long claimed, long failed) {

    /** The states of a worker. */
    public enum State {
        /** It was not started yet. */
        NEW,
        /** It claims runs. */
        RUNNING,
        /** It claims no more runs, and waits for the steps in progress. */
        DRAINING,
        /** It is closed. */
        CLOSED
    }
}
