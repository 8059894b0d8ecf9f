package io.stepgraph.samples.refund.payment;

import io.stepgraph.runtime.EffectNotPerformedException;

/** The payment server does not accept the form of the payment: a mistake in this program. Nothing was paid. */
public final class InvalidPaymentException extends EffectNotPerformedException {
    private static final long serialVersionUID = 1;

    /**
     * An invalid payment.
     *
     * @param why what the payment server says
     */
    public InvalidPaymentException(String why) {
        super(why);
    }
}
