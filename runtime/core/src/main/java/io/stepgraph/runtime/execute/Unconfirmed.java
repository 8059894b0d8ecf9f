package io.stepgraph.runtime.execute;

import java.util.Objects;

/**
 * The attempt has not begun, since the store was asked whether the lease still holds and did not confirm it (R1). That
 * concerns the run, not the step. Never seen by user code.
 */
final class Unconfirmed extends Exception {
    private static final long serialVersionUID = 1;

    /** For what the store has thrown. */
    Unconfirmed(RuntimeException reason) {
        super("The lease was not confirmed.", reason, false, false);
    }

    /** What the store has thrown. */
    RuntimeException reason() {
        return (RuntimeException) Objects.requireNonNull(getCause());
    }
}
