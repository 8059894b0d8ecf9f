package io.stepgraph.samples.refund;

/**
 * A note of the agent for those who watch a run.
 *
 * @param text a sentence
 */
public record Note(String text) {}
