package io.stepgraph.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Serves the tasks that arrive during a write together, in the next write. The first caller serves all of them in its
 * own thread, and hands over to the first caller that has arrived since: no task waits for others, and a single task is
 * served at once. Known as group commit: DeWitt et al., "Implementation Techniques for Main Memory Database Systems",
 * 1984.
 *
 * <p>Nothing here reacts to interrupts (R9).
 *
 * @param <M> what is served
 */
public final class CommitQueue<M extends CommitQueue.Member> {
    private static final int LARGEST_BATCH = 256;

    private final Queue<M> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isLed = new AtomicBoolean();
    private final Consumer<List<M>> service;

    /** A queue. The service is called by one thread at a time, with at least one member, and throws nothing. */
    public CommitQueue(Consumer<List<M>> service) {
        this.service = service;
    }

    /** A member that waits to be served. */
    public abstract static class Member {
        private final Thread thread = Thread.currentThread();
        private volatile Turn turn = Turn.WAITS;

        enum Turn {
            WAITS,
            LEADS,
            SERVED
        }

        final Turn turn() {
            return turn;
        }
    }

    /** Returns when the member has been served. */
    public void serve(M member) {
        waiting.add(member);
        if (isLed.compareAndSet(false, true) || await(member) == Member.Turn.LEADS) {
            lead(member);
        }
    }

    private void lead(M leader) {
        try {
            // Once is enough, but for one who found the lead free and many before it.
            while (leader.turn() != Member.Turn.SERVED) {
                serveNext();
            }
        } finally {
            if (leader.turn() != Member.Turn.SERVED) {
                // It leaves with an error, and nobody else should find it here.
                waiting.remove(leader);
            }
            handOver();
        }
    }

    private void serveNext() {
        List<M> batch = new ArrayList<>();
        try {
            drain(batch);
            service.accept(batch);
        } finally {
            for (M member : batch) {
                wake(member, Member.Turn.SERVED);
            }
        }
    }

    /** Nobody leaves the queue who is not in the batch, even if there is no memory for one more. */
    private void drain(List<M> batch) {
        for (M next = waiting.peek(); next != null && batch.size() < LARGEST_BATCH; next = waiting.peek()) {
            batch.add(next);
            waiting.poll();
        }
    }

    private void handOver() {
        M next = waiting.peek();
        while (next == null) {
            isLed.set(false);
            // Somebody may have come who saw that there was a leader.
            if (waiting.isEmpty() || !isLed.compareAndSet(false, true)) {
                return;
            }
            next = waiting.peek();
        }
        wake(next, Member.Turn.LEADS);
    }

    private static void wake(Member member, Member.Turn turn) {
        member.turn = turn;
        if (member.thread != Thread.currentThread()) {
            LockSupport.unpark(member.thread);
        }
    }

    private Member.Turn await(M member) {
        boolean interrupted = false;
        while (member.turn() == Member.Turn.WAITS) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return member.turn();
    }
}
