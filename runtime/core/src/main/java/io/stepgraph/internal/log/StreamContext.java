package io.stepgraph.internal.log;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.RunKey;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The objects that all streams of one engine share.
 *
 * @param pollInterval the longest pause between two looks in a log
 * @param isClosing whether the engine closes, so that readers stop waiting
 */
public record StreamContext(
        Subscriptions subscriptions, MachineClock clock, Duration pollInterval, BooleanSupplier isClosing) {

    /** The error of a call that waits for a run when its runner closes. */
    public static StepgraphException closed(RunKey key) {
        return new StepgraphException(
                ErrorCode.RUNNER_CLOSED,
                "The runner was closed before run '" + key
                        + "' paused or ended. Nothing of the run is lost; run it again on an open runner.");
    }
}
