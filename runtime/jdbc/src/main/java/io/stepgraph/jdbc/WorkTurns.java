package io.stepgraph.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets only so many works of the program be executed at once that a connection is left: no renewal of a lease waits
 * behind those that wait for their turn (L1). Nothing here reacts to interrupts (R9).
 */
public final class WorkTurns {
    /** A shorter work keeps nobody waiting. */
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(100);

    private final Semaphore turns;
    private final boolean sharesConnection;

    /**
     * Turns for the works of one store.
     *
     * @param connections how many connections the store has; 1 if nobody knows
     */
    public WorkTurns(int connections) {
        this.turns = new Semaphore(Math.max(1, connections - 1), true);
        this.sharesConnection = connections == 1;
    }

    /**
     * Calls a commit that executes work. The one connection is then free for others as long as a work that was not
     * short has had it.
     */
    public <T> T call(Supplier<T> commit) {
        turns.acquireUninterruptibly();
        long begin = System.nanoTime();
        try {
            return commit.get();
        } finally {
            long took = System.nanoTime() - begin;
            if (sharesConnection && took > SHORT) {
                CompletableFuture.delayedExecutor(took, TimeUnit.NANOSECONDS, Runnable::run)
                        .execute(turns::release);
            } else {
                turns.release();
            }
        }
    }
}
