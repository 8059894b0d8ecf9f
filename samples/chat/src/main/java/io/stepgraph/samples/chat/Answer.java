package io.stepgraph.samples.chat;

/**
 * The result of a run.
 *
 * @param text what the agent says to the user in the end
 * @param whole whether it is the whole answer of the model
 */
public record Answer(String text, boolean whole) {}
