package io.stepgraph.spring;

import io.stepgraph.runtime.Actor;
import java.util.Optional;

/**
 * Gives the person or system that makes the present call: the name for {@code runs.as(actor)}. With Spring Security,
 * the bean of this type is the authentication of the thread: its name, and as roles its authorities that begin with
 * Spring's role prefix, without it. Somebody who has switched to another user keeps the own name and roles, and
 * {@link Actor#actsAs} is the other. A bean of the application takes its place. Safe for use by many threads.
 *
 * <pre>{@code
 * runs.as(currentActor.get()).answerApprove(ticket, new Approved());
 * }</pre>
 *
 * <p>A controller's method with a parameter of type {@link Actor} gets the same.
 */
@FunctionalInterface
public interface CurrentActor {

    /** Returns the person or system that makes the present call; empty if nobody has signed in. */
    Optional<Actor> find();

    /**
     * Returns the person or system that makes the present call.
     *
     * @throws IllegalStateException if nobody has signed in
     */
    default Actor get() {
        return find().orElseThrow(() -> new IllegalStateException("Nobody has signed in, so there is no actor."));
    }
}
