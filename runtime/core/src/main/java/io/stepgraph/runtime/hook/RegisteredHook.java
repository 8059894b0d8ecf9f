package io.stepgraph.runtime.hook;

/**
 * A hook, and how its own exceptions count (H3).
 *
 * @param isFailOpen whether its exceptions are logged and otherwise ignored
 */
public record RegisteredHook(StepHook hook, boolean isFailOpen) {}
