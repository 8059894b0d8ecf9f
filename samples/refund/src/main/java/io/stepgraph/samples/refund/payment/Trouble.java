package io.stepgraph.samples.refund.payment;

/**
 * The trouble that the payment server makes with the next calls for an order, for a demo and for tests.
 *
 * @param order the number of the order
 * @param kind what it does
 * @param times with how many calls
 */
public record Trouble(String order, Kind kind, int times) {

    /** The kinds of trouble. */
    public enum Kind {
        /** Answers 429 and asks to come back after a second. */
        BUSY,
        /** Answers 503. */
        DOWN,
        /** Pays, and answers 503. */
        PAID_BUT_DOWN,
        /** Answers 402. */
        DENIED,
        /** Answers 400. */
        INVALID,
        /** Holds the call until it is released, and then pays. */
        HELD_BEFORE,
        /** Pays, and then holds the call until it is released. */
        HELD_AFTER
    }
}
