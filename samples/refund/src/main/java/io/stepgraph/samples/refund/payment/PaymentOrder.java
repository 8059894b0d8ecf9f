package io.stepgraph.samples.refund.payment;

/**
 * What the payment server is asked to pay back.
 *
 * @param tenant the shop that pays
 * @param order the number of the order that is paid back
 * @param amount how much
 */
public record PaymentOrder(String tenant, String order, Money amount) {}
