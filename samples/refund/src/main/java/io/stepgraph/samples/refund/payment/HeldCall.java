package io.stepgraph.samples.refund.payment;

/**
 * A call that the payment server holds.
 *
 * @param order the number of the order
 * @param caller the program that has called
 */
public record HeldCall(String order, String caller) {}
