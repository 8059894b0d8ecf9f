package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.store.Owner;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Lets the process die, as far as a run can tell: at some call of the store, and nothing reaches the store after it.
 */
public final class Crash {
    private static final Set<String> READS = Set.of("find", "questions");

    private Crash() {}

    /** Thrown by the store in the place of the kill. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /** Dies right after the n-th call that writes. */
    public static void after(Fixture fixture, int writes, Runnable program) {
        AtomicInteger left = new AtomicInteger(writes);
        fixture.store.after(call -> {
            if (!READS.contains(call) && left.decrementAndGet() == 0) {
                die(fixture);
            }
        });
        dying(fixture, program);
    }

    /** Dies where the program calls {@link #now}. */
    public static void dying(Fixture fixture, Runnable program) {
        dying(fixture, Fixture::dead, program);
    }

    /** Dies so on another machine, of which nothing can be proven. */
    public static void elsewhere(Fixture fixture, Runnable program) {
        dying(fixture, Fixture::elsewhere, program);
    }

    private static void dying(Fixture fixture, UnaryOperator<Owner> owner, Runnable program) {
        fixture.store.owners(owner);
        assertThatThrownBy(program::run).isInstanceOf(Killed.class);
        fixture.store.owners(any -> any).before(call -> {}).after(call -> {});
    }

    /** Called by a step: the process dies inside it. */
    public static void now(Fixture fixture) {
        die(fixture);
    }

    private static void die(Fixture fixture) {
        fixture.store.before(call -> {
            throw new Killed();
        });
        throw new Killed();
    }
}
