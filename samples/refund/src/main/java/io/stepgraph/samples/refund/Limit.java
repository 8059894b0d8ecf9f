package io.stepgraph.samples.refund;

import io.stepgraph.runtime.Actor;
import io.stepgraph.samples.refund.payment.Money;

/**
 * Who has to approve a refund, by its amount.
 *
 * @param policy up to which amount no person is needed
 * @param onePerson up to which amount one person is enough; above it, the lead confirms
 */
public record Limit(Money policy, Money onePerson) {
    /** The limit of the demo. */
    public static final Limit DEFAULT = new Limit(new Money(50_00, "EUR"), new Money(500_00, "EUR"));

    /** Whether the policy may approve an amount. */
    public boolean isForPolicy(Money amount) {
        return isUpTo(policy, amount);
    }

    /** Whether the lead has to confirm an amount. */
    public boolean needsLead(Money amount) {
        return !isUpTo(onePerson, amount);
    }

    private static boolean isUpTo(Money most, Money amount) {
        return amount.currency().equals(most.currency()) && amount.cents() <= most.cents();
    }

    /** Who approves up to the limit of the policy. */
    public Actor approver() {
        return Actor.named("policy: up to " + policy, "policy");
    }
}
