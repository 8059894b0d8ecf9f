package io.stepgraph.runtime.execute;

/** Carries what a hook threw to where failures are judged. */
final class HookThrew extends Exception {
    private static final long serialVersionUID = 1;
    private final Throwable thrown;

    HookThrew(Throwable thrown) {
        super(thrown.getClass().getName(), null, false, false);
        this.thrown = thrown;
    }

    Throwable thrown() {
        return thrown;
    }
}
