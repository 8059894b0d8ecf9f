package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.orders.Order;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.plan.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of the shop, which say what a customer is paid back.
 *
 * @param limit who has to approve which amount
 */
record RefundRules(Limit limit) {
    private static final int MANY_REFUNDS = 3;

    /** The amount; zero or less if there is nothing to pay back. */
    Money amount(Order order, Reason reason) {
        if (reason != Reason.CHANGED_MIND) {
            return order.paid();
        }
        return order.isFinalSale()
                ? new Money(0, order.paid().currency())
                : order.paid().minus(order.shipping());
    }

    Proposal propose(Order order, Reason reason) {
        Money amount = amount(order, reason);
        List<String> risks = new ArrayList<>();
        if (limit.needsLead(amount)) {
            risks.add("The amount is above " + limit.onePerson() + ", so the lead confirms it.");
        } else if (!limit.isForPolicy(amount)) {
            risks.add("The amount is above " + limit.policy() + ".");
        }
        if (order.earlierRefunds() >= MANY_REFUNDS) {
            risks.add("The customer has had " + order.earlierRefunds() + " refunds before.");
        }
        if (reason == Reason.UNCLEAR) {
            risks.add(reason.words());
        }
        return new Proposal(
                order.number(),
                order.item(),
                amount,
                reason,
                risks.isEmpty() ? "None." : String.join(" ", risks),
                !risks.isEmpty());
    }
}
