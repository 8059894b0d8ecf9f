package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A transition would enter a gated step without the answer that opens its gate, and nothing was stored (H2); or another build
 * has let a run enter a step that this build gates, and the run is left as it is (S2).
 */
public final class GateBypassedException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public GateBypassedException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public GateBypassedException(String message, @Nullable Throwable cause) {
        super(ErrorCode.GATE_BYPASSED, message, cause);
    }
}
