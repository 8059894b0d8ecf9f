package io.stepgraph.engine;

/**
 * The work of a {@link Worker} at one moment.
 *
 * @param state whether it claims runs
 * @param running how many runs it executes
 * @param concurrency how many runs it executes at most
 * @param claimed how many runs it has claimed since it was started
 * @param failed how many runs have failed in it: it has stored their failure, and logged it (R7)
 * @param notContinued how many claimed runs it could not continue, because its build refuses them or because of an
 *     error that is not a step's, such as damaged data; each was logged, and stays as it was
 */
public record WorkerStatus(State state, int running, int concurrency, long claimed, long failed, long notContinued) {

    /** The states of a worker. */
    public enum State {
        /** The worker was not started yet. */
        NEW,
        /** The worker claims runs. */
        RUNNING,
        /** The worker claims no more runs, and waits for the steps in progress. */
        DRAINING,
        /** The worker is closed. */
        CLOSED
    }
}
