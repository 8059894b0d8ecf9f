package io.stepgraph.runtime.execute;

import java.io.Serial;

/** The run was given up for a delay: whoever asked for it waits until that is over, and looks again (R6). */
final class Delayed extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    Delayed() {
        super(null, null, false, false);
    }
}
