package io.stepgraph.runtime.execute;

/** A hook holds the step back. */
final class Denied extends Exception {
    private static final long serialVersionUID = 1;
    private final String reason;

    Denied(String reason) {
        super(reason, null, false, false);
        this.reason = Failures.cut(reason);
    }

    /** As it is stored. */
    String reason() {
        return reason;
    }
}
