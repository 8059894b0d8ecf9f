package io.stepgraph.runtime.testing;

/** The steps of every {@link TestGraph}; a test uses as many as it needs. */
public enum Node {
    FIRST,
    SECOND,
    THIRD,
    ASK,
    GATED,
    RESCUE
}
