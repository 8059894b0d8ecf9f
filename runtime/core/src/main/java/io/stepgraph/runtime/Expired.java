package io.stepgraph.runtime;

/** The input of the step that goes on when a question was not answered in time. */
public record Expired() {}
