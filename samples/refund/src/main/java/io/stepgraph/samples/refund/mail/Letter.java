package io.stepgraph.samples.refund.mail;

/**
 * A mail.
 *
 * @param to the address of one recipient
 * @param subject one line
 * @param text the plain text
 */
public record Letter(String to, String subject, String text) {}
