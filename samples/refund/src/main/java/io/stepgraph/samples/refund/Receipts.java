package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.payment.Payment;
import java.io.IOException;

/** Keeps the receipts of payments. Safe for use by many threads. */
@FunctionalInterface
public interface Receipts {

    /**
     * Writes the receipt of a payment. If there is one, nothing changes.
     *
     * @param payment the payment
     * @param approvedBy who has approved it
     */
    void write(Payment payment, String approvedBy) throws IOException;
}
