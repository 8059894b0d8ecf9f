package io.stepgraph.samples.refund.payment;

/**
 * A call that the payment server has answered.
 *
 * @param order the number of the order
 * @param caller the program that has called
 * @param status the status of HTTP
 */
public record AnsweredCall(String order, String caller, int status) {}
