package io.stepgraph.runtime.hook;

/** Holds the one object that says: go on. */
final class Proceeding {
    static final HookDecision PROCEED = new HookDecision.Proceed();

    private Proceeding() {}
}
