package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.payment.Money;

/**
 * Up to which amount no person needs to approve a refund.
 *
 * @param most the highest such amount
 */
public record Limit(Money most) {
    /** The limit of the demo. */
    public static final Limit DEFAULT = new Limit(new Money(50_00, "EUR"));

    /** Whether an amount is within the limit. */
    public boolean covers(Money amount) {
        return amount.currency().equals(most.currency()) && amount.cents() <= most.cents();
    }

    /** The name under which the policy approves. */
    public String policyName() {
        return "policy: up to " + most;
    }
}
