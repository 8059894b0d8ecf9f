package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.store.NoticeStore.ClaimedNotice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells a handler of questions, parks and failures (Q13), in four threads of its own. Each tells one notice at a time;
 * of those that are free, one looks for more. So a handler that hangs holds back nothing but its thread.
 */
public final class NoticeLoop {
    private static final int THREADS = 4;

    /** The time for which others leave a notice to its worker; a handler that takes longer is told of it once more. */
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private static final Duration SOONEST = Duration.ofSeconds(1);
    private static final Duration LATEST = Duration.ofHours(1);

    /** The least time between two looks that found nothing: a store may notify of each step of each run. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final GuardedStore store;
    private final RunnerConfig config;
    private final Set<String> graphs;
    private final Set<String> namespaces;
    private final @Nullable Instant from;
    private final List<Thread> threads;
    private final Semaphore wake = new Semaphore(0);
    private final AtomicInteger free = new AtomicInteger();
    private final Deque<ClaimedNotice> claimed = new ArrayDeque<>(THREADS);
    private final AtomicLong nextTrace;
    private boolean hasBegun;
    private volatile boolean isStopped;

    /**
     * Creates a loop.
     *
     * @param handler the handler; null for a loop that tells nobody
     * @param from from when on the first handler of a store is told; null for one hour before it begins
     */
    public NoticeLoop(
            RunnerContext runner,
            Set<String> graphs,
            Set<String> namespaces,
            @Nullable Consumer<ClaimedNotice> handler,
            @Nullable Instant from) {
        this.store = runner.store();
        this.config = runner.config();
        this.graphs = graphs;
        this.namespaces = namespaces;
        this.from = from;
        this.nextTrace = new AtomicLong(config.clock().nanos());
        this.threads = handler == null
                ? List.of()
                : Stream.generate(() -> thread(handler)).limit(THREADS).toList();
    }

    private Thread thread(Consumer<ClaimedNotice> handler) {
        Thread thread = new Thread(() -> run(handler), "stepgraph notices");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to tell. */
    public void start() {
        threads.forEach(Thread::start);
    }

    private void run(Consumer<ClaimedNotice> handler) {
        ClaimedNotice next;
        while ((next = next()) != null) {
            tell(next, handler);
        }
    }

    /** Returns a notice to tell, as soon as there is one; null at the end. */
    private @Nullable ClaimedNotice next() {
        free.incrementAndGet();
        try {
            synchronized (this) {
                while (claimed.isEmpty() && !isStopped) {
                    look();
                }
                return claimed.poll();
            }
        } finally {
            free.decrementAndGet();
        }
    }

    /** Claims a notice for each thread that is free, or waits for a while. */
    private void look() {
        try {
            if (!hasBegun) {
                begin();
            }
            claimed.addAll(store.call(s -> s.notices().claim(graphs, namespaces, free.get(), CLAIM)));
        } catch (RuntimeException | Error failure) {
            if (!isStopped) {
                Log.noticesNotClaimed(failure);
            }
        }
        if (claimed.isEmpty()) {
            pause();
        }
    }

    private void begin() {
        Instant first = from == null ? config.clock().wall().minus(LATEST) : from;
        long old = store.call(s -> s.notices().begin(first));
        if (old > 0) {
            Log.oldNotices(old, first);
        }
        hasBegun = true;
    }

    private void pause() {
        try {
            if (wake.tryAcquire(Nanos.of(config.pollInterval()), TimeUnit.NANOSECONDS) && !isStopped) {
                TimeUnit.NANOSECONDS.sleep(SETTLE_NANOS);
            }
        } catch (InterruptedException byHandler) {
            // Code that this thread has called left it interrupted; stop() does not interrupt.
        }
        wake.drainPermits();
    }

    private void tell(ClaimedNotice notice, Consumer<ClaimedNotice> handler) {
        Duration again = null;
        try {
            handler.accept(notice);
        } catch (Throwable failed) {
            again = again(notice);
            Log.noticeNotTold(notice.run().id(), again, failed, isToBeTraced());
        }
        mark(notice, again);
    }

    /** Returns half of the time since the run stopped, so that the handler is told ever more seldom. */
    private Duration again(ClaimedNotice notice) {
        Duration half = Duration.between(notice.since(), config.clock().wall()).dividedBy(2);
        return half.compareTo(SOONEST) < 0 ? SOONEST : half.compareTo(LATEST) > 0 ? LATEST : half;
    }

    /** Once a minute: a mail server that is down fails for all runs. */
    private boolean isToBeTraced() {
        long now = config.clock().nanos();
        long next = nextTrace.get();
        return now - next >= 0 && nextTrace.compareAndSet(next, now + TimeUnit.MINUTES.toNanos(1));
    }

    private void mark(ClaimedNotice notice, @Nullable Duration again) {
        try {
            store.send(s -> s.notices().told(notice, again));
        } catch (RuntimeException | Error failure) {
            Log.noticeNotMarked(notice.run().id(), failure);
        }
    }

    /** There may be another notice. */
    public void wake() {
        if (wake.availablePermits() == 0) {
            wake.release();
        }
    }

    /** Claims no more notices. */
    public void stop() {
        isStopped = true;
        wake();
    }

    /** Waits for the handlers in progress, and interrupts those that take too long. */
    public void close() {
        stop();
        long end = System.nanoTime() + Nanos.of(config.closePatience());
        boolean isInterrupted = Thread.interrupted();
        for (Thread thread : threads) {
            if (thread != Thread.currentThread()) {
                try {
                    thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
                } catch (InterruptedException impatient) {
                    isInterrupted = true;
                }
                thread.interrupt();
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
