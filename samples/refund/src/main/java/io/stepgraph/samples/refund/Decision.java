package io.stepgraph.samples.refund;

/** The answer of a reviewer. */
public sealed interface Decision {

    /** Who answers. The web server sets it from the token of the reviewer, never from the form. */
    String by();

    /**
     * The proposed action may be performed.
     *
     * @param by who answers
     */
    record Approved(String by) implements Decision {}

    /**
     * The proposed action is not performed.
     *
     * @param by who answers
     * @param why the reason, which the customer reads
     */
    record Rejected(String by, String why) implements Decision {}
}
