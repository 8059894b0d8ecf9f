package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.payment.Payment;

/** How a ticket ends. Each is a state of the business; only a technical failure is a failed run. */
public sealed interface Ending {

    /**
     * The customer was paid back.
     *
     * @param payment the payment
     * @param approvedBy who has approved it; the lead, if the lead has confirmed it
     */
    record Refunded(Payment payment, String approvedBy) implements Ending {}

    /**
     * A person has rejected the proposal.
     *
     * @param why the reason
     */
    record Rejected(String why) implements Ending {}

    /**
     * There was nothing to propose.
     *
     * @param why the reason
     */
    record Declined(String why) implements Ending {}

    /**
     * The payment server has denied the payment.
     *
     * @param why the reason
     * @param approvedBy who had approved it; the lead, if the lead had confirmed it
     */
    record Denied(String why, String approvedBy) implements Ending {}

    /**
     * Nobody has answered in time.
     *
     * @param reminders how often the lead was told
     */
    record Unanswered(int reminders) implements Ending {}
}
