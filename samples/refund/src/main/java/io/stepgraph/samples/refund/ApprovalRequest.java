package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.payment.Money;

/**
 * The question to the reviewer. The store keeps it with its answer, and with the time at which it expires.
 *
 * @param text the question in words
 * @param customer who gets the money
 * @param order the number of the order
 * @param item what was bought
 * @param amount what is paid back
 * @param reason why the customer wants the money
 * @param risk why a person should look at it
 * @param needsPerson if true, only a person may approve it
 */
public record ApprovalRequest(
        String text,
        String customer,
        String order,
        String item,
        Money amount,
        String reason,
        String risk,
        boolean needsPerson) {}
