package io.stepgraph.samples.refund.payment;

/**
 * A payment that was made.
 *
 * @param id the number that the payment server gave it
 * @param tenant the shop that paid
 * @param order the number of the order that was paid back
 * @param amount how much
 */
public record Payment(String id, String tenant, String order, Money amount) {}
