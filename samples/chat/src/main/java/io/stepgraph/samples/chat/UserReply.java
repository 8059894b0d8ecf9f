package io.stepgraph.samples.chat;

/**
 * The reply of the user to an {@link Ask}.
 *
 * @param text the reply
 */
public record UserReply(String text) {}
