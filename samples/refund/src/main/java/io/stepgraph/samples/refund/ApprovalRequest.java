package io.stepgraph.samples.refund;

import io.stepgraph.Action;
import io.stepgraph.samples.refund.payment.PaymentOrder;

/**
 * The question to the reviewer, and the same words again for the lead. The store keeps it with its answer, and with the
 * time at which it expires.
 *
 * @param text the question in words
 * @param payment exactly what is paid if it is approved
 * @param customer who gets the money
 * @param item what was bought
 * @param reason why the customer wants the money
 * @param risk why a person should look at it
 * @param needsPerson if true, only a person may approve it
 */
public record ApprovalRequest(
        String text,
        @Action PaymentOrder payment,
        String customer,
        String item,
        String reason,
        String risk,
        boolean needsPerson) {}
