package io.stepgraph.samples.chat;

/**
 * A turn of the model that ended too early.
 *
 * @param text what it had said until then
 * @param reason why it ended
 */
public record BrokenOff(String text, String reason) {}
