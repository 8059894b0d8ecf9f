package io.stepgraph.runtime;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A person or system that acts on runs: starts, answers, cancels. The program makes one after its own sign-in; the library
 * never authenticates, it only compares names and roles (W1). {@code runs.as(actor)} and {@code runner.as(actor)} act in its
 * name.
 *
 * <pre>{@code
 * runs.as(Actor.named("ann", "reviewer")).answerApprove(asked, new Approved());
 * }</pre>
 */
public interface Actor {

    /** The name that the store keeps, 1 to 200 characters. Two actors with the same name are the same person. */
    String name();

    /** The roles, each 1 to 200 characters; perhaps none. */
    Set<String> roles();

    /**
     * An actor with a name, and with roles if any are given. Immutable.
     *
     * @throws IllegalArgumentException if the name or a role is empty, too long, or not valid text
     */
    static Actor named(String name, String... roles) {
        return new NamedActor(name, new TreeSet<>(List.of(roles)));
    }

    /**
     * The same name and roles, checked and immutable.
     *
     * @throws IllegalArgumentException if the name or a role is empty, too long, or not valid text
     */
    static Actor copyOf(Actor actor) {
        return actor instanceof NamedActor ? actor : new NamedActor(actor.name(), actor.roles());
    }
}
