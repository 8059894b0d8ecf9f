package io.stepgraph.samples.chat;

/**
 * What the user replies to an {@link Ask}.
 *
 * @param text the reply
 */
public record Reply(String text) {}
