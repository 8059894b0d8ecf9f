package io.stepgraph.internal.step;

/**
 * A reply that a step gives with the commit of its result (Q9).
 *
 * @param mailbox the name of the mailbox
 * @param number the number of the message among those of the run
 * @param reply the reply as JSON, as it is stored
 */
public record StepReply(String mailbox, long number, String reply) {}
