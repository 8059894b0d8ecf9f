package io.stepgraph.runtime;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A person or system that acts on runs: starts, answers, cancels. The program makes one after its own sign-in; the
 * library never authenticates, it only compares names and roles (W1). {@code runs.as(actor)} and
 * {@code runner.as(actor)} act in its name.
 *
 * <pre>{@code
 * runs.as(Actor.named("ann", "reviewer")).answerApprove(asked, new Approved());
 * }</pre>
 */
public interface Actor {

    /**
     * The name that the store keeps, 1 to 200 characters. Two actors with the same name are the same person, so a name
     * has no blank at an end, nothing that cannot be seen, and one spelling of each letter (Unicode's form NFC).
     */
    String name();

    /** The roles, each 1 to 200 characters; perhaps none. */
    Set<String> roles();

    /**
     * Returns the name as whom this actor acts, for example a customer for whom a support person has taken over; null
     * if as nobody else. Only the log says it, as {@code ann as bob}: the name and the roles that are stored and
     * compared are those of this actor.
     */
    default @Nullable String actsAs() {
        return null;
    }

    /**
     * An actor with a name, and with roles if any are given. Immutable.
     *
     * @throws IllegalArgumentException if the name or a role is empty or too long, begins or ends with a blank, has a
     *     character that cannot be seen, or is not in Unicode's form NFC; the message names the character
     */
    static Actor named(String name, String... roles) {
        return new NamedActor(name, new TreeSet<>(List.of(roles)), null);
    }

    /**
     * Returns an actor with the same name and roles, checked and immutable.
     *
     * @throws IllegalArgumentException if the name or a role is empty or too long, begins or ends with a blank, has a
     *     character that cannot be seen, or is not in Unicode's form NFC; the message names the character
     */
    static Actor copyOf(Actor actor) {
        return actor instanceof NamedActor ? actor : new NamedActor(actor.name(), actor.roles(), actor.actsAs());
    }
}
