package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.plan.Reason;

/**
 * The action that the agent proposes, and that it performs exactly so if it is approved.
 *
 * @param order the number of the order
 * @param item what was bought
 * @param amount what is paid back
 * @param reason why the customer wants the money
 * @param risk why a person should look at it
 * @param needsPerson if true, only a person may approve it
 */
public record Proposal(String order, String item, Money amount, Reason reason, String risk, boolean needsPerson) {}
