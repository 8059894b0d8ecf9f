package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Stop;

/** How the execution of a run by this runner came to its end. */
sealed interface ExecutionResult<N extends Enum<N>> {

    /** The run paused or ended. */
    record Stopped<N extends Enum<N>>(Stop<N> stop) implements ExecutionResult<N> {}

    /** This runner no longer owns the run, which is not at rest: it is delayed, or another owner executes it. */
    record Released<N extends Enum<N>>() implements ExecutionResult<N> {}
}
