package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.UnstorableState;

/** Carries the signal that cannot be stored to where failures are judged: it fails the step, whatever that made of it (R12). */
final class UnstorableSignal extends Exception {
    private static final long serialVersionUID = 1;
    private final UnstorableState refused;

    UnstorableSignal(UnstorableState refused) {
        super(refused.getMessage(), refused, false, false);
        this.refused = refused;
    }

    UnstorableState refused() {
        return refused;
    }
}
