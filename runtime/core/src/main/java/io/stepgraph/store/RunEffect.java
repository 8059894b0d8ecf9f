package io.stepgraph.store;

/**
 * An effect with the run that performs it.
 *
 * @param run the run
 * @param runNumber the number of the run
 * @param effect the effect
 */
public record RunEffect(RunKey run, long runNumber, EffectRecord effect) {}
