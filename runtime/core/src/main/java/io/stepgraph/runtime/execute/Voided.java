package io.stepgraph.runtime.execute;

/**
 * The attempt does not count, for a reason that lies outside the step: cancelled, closing, the caller interrupted. The journal
 * knows which. Never seen by user code.
 */
final class Voided extends Exception {
    private static final long serialVersionUID = 1;

    Voided() {
        super("The attempt does not count.", null, false, false);
    }
}
