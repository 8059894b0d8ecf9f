package io.stepgraph.samples.refund.payment;

import io.stepgraph.runtime.EffectNotPerformedException;

/** The payment server understands the payment and denies it. Nothing was paid, and asking again does not help. */
public final class PaymentDeniedException extends EffectNotPerformedException {
    private static final long serialVersionUID = 1;

    private final String why;

    /**
     * A denial.
     *
     * @param why the reason that the payment server gives
     */
    public PaymentDeniedException(String why) {
        super(why);
        this.why = why;
    }

    /** The reason that the payment server gives. */
    public String why() {
        return why;
    }
}
