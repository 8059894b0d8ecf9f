package io.stepgraph.samples.refund.mail;

/**
 * A mail that the mail server has accepted.
 *
 * @param messageId its Message-ID
 */
public record Sent(String messageId) {}
