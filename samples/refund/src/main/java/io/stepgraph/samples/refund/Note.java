package io.stepgraph.samples.refund;

/**
 * What the agent tells those who watch a run.
 *
 * @param text a sentence
 */
public record Note(String text) {}
