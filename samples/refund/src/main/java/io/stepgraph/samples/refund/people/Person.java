package io.stepgraph.samples.refund.people;

import io.stepgraph.runtime.Actor;
import java.util.Set;
import java.util.TreeSet;

/**
 * A person of one shop, who acts on runs in their own name.
 *
 * @param token the secret by which the person is known
 * @param name the name, which the store keeps with tickets and answers
 * @param mail the address for mails
 * @param tenant the shop
 * @param roles those of {@link io.stepgraph.samples.refund.RefundAgent}; empty for a customer
 */
public record Person(String token, String name, String mail, String tenant, Set<String> roles) implements Actor {

    /** Copies the set. */
    public Person {
        roles = Set.copyOf(roles);
    }

    /** Whether this person works for the shop, and so sees its tickets and questions. */
    public boolean isStaff() {
        return !roles.isEmpty();
    }

    /** Returns the roles of this person, in words. */
    public String roleNames() {
        return isStaff() ? String.join(" and ", new TreeSet<>(roles)) : "customer";
    }

    /** Leaves out the token, which is a secret. */
    @Override
    public String toString() {
        return name + " of " + tenant;
    }
}
