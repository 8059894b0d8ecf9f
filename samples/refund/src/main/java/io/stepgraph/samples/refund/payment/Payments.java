package io.stepgraph.samples.refund.payment;

import io.stepgraph.runtime.ApprovedOnce;

/** Pays customers back what was approved: nothing else can call it. Safe for use by many threads. */
@FunctionalInterface
public interface Payments {

    /**
     * Pays, once for each key.
     *
     * @param order what to pay; a repeated call with the same key returns the first payment
     * @return the payment
     * @throws PaymentDeniedException if the payment server denies it; nothing was paid
     * @throws InvalidPaymentException if the payment server does not understand it; nothing was paid
     * @throws io.stepgraph.runtime.TransientException if it may work later; whether it was paid is not known
     */
    Payment pay(ApprovedOnce<PaymentOrder> order);
}
