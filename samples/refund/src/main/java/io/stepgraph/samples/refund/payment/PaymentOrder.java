package io.stepgraph.samples.refund.payment;

/**
 * The order to the payment server to pay back an amount.
 *
 * @param tenant the shop that pays
 * @param order the number of the order that is paid back
 * @param amount how much
 */
public record PaymentOrder(String tenant, String order, Money amount) {}
