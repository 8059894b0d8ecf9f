package io.stepgraph.runtime;

/**
 * The end of an agent that a call has called: a step that takes it, instead of the result, also gets failures.
 *
 * @param <R> the result of the agent
 */
public sealed interface Ended<R> {

    /** Returns the id of the run. */
    String run();

    /**
     * The run has completed.
     *
     * @param result the result
     */
    record Completed<R>(String run, R result) implements Ended<R> {}

    /**
     * The run has failed.
     *
     * @param failure the failure
     */
    record Failed<R>(String run, StepFailure<?> failure) implements Ended<R> {}

    /**
     * The run was cancelled.
     *
     * @param by the name of the person or system that cancelled it; empty if no name was given
     */
    record Cancelled<R>(String run, String by) implements Ended<R> {}
}
