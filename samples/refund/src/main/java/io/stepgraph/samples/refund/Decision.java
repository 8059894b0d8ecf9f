package io.stepgraph.samples.refund;

/** The answer to an {@link ApprovalRequest}. The store keeps who has given it. */
public sealed interface Decision {

    /** Exactly the shown payment may be made. */
    record Approved() implements Decision {}

    /**
     * Nothing is paid.
     *
     * @param why the reason, which the customer reads
     */
    record Rejected(String why) implements Decision {}
}
