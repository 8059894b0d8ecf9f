package io.stepgraph.runtime;

/** Stands in for the runtime's own. */
public record Expired() {}
