package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.hook.StepHook;

/**
 * A hook, and how its own exceptions count (H3).
 *
 * @param isFailOpen whether its exceptions are logged and otherwise ignored
 */
public record RegisteredHook(StepHook hook, boolean isFailOpen) {}
