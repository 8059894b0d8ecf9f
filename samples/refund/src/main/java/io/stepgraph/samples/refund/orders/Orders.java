package io.stepgraph.samples.refund.orders;

import java.util.Optional;

/** Knows the orders of all shops. Safe for use by many threads. */
@FunctionalInterface
public interface Orders {

    /**
     * Finds an order.
     *
     * @param tenant the shop
     * @param customer who has bought; the order of somebody else is not found
     * @param number the number of the order
     */
    Optional<Order> find(String tenant, String customer, String number);
}
