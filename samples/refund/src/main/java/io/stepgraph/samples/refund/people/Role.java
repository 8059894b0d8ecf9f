package io.stepgraph.samples.refund.people;

/** What a person may do. */
public enum Role {
    /** Posts tickets and sees their own. */
    CUSTOMER,
    /** Sees all tickets of the shop and answers questions, but not about their own tickets. */
    REVIEWER
}
