package io.stepgraph.samples.refund.orders;

import io.stepgraph.samples.refund.payment.Money;

/**
 * An order of a customer.
 *
 * @param tenant the shop
 * @param number its number, such as {@code N-1001}
 * @param customer who has bought
 * @param item what was bought
 * @param paid the price of the goods and the shipping
 * @param shipping the part of the price that was for the shipping
 * @param isFinalSale whether the goods cannot be returned because the customer does not like them
 * @param earlierRefunds how often the customer has been paid back before
 */
public record Order(
        String tenant,
        String number,
        String customer,
        String item,
        Money paid,
        Money shipping,
        boolean isFinalSale,
        int earlierRefunds) {}
