package io.stepgraph.samples.refund;

/**
 * A message of a customer.
 *
 * @param tenant the shop
 * @param customer who writes
 * @param mail the address for the reply
 * @param text the words of the customer
 */
public record SupportTicket(String tenant, String customer, String mail, String text) {}
