package io.stepgraph.samples.refund.plan;

import org.jspecify.annotations.Nullable;

/**
 * The plan of a refund: what a planner has understood of a ticket.
 *
 * @param order the number of the order; null if the ticket names none
 * @param reason why the customer wants the money back
 */
public record Plan(@Nullable String order, Reason reason) {}
