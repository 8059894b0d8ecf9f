package io.stepgraph.samples.refund.demo;

/**
 * A ticket of the file.
 *
 * @param token who posts it
 * @param text the words
 */
record TicketLine(String token, String text) {}
