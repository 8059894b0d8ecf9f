package io.stepgraph.samples.refund.people;

/**
 * A person of one shop.
 *
 * @param token the secret by which the person is known
 * @param name the name, which is kept with answers
 * @param mail the address for mails
 * @param tenant the shop
 * @param role what the person may do
 */
public record Person(String token, String name, String mail, String tenant, Role role) {

    /** Whether this person answers questions. */
    public boolean isReviewer() {
        return role == Role.REVIEWER;
    }

    /** Without the token, which is a secret. */
    @Override
    public String toString() {
        return name + " of " + tenant;
    }
}
