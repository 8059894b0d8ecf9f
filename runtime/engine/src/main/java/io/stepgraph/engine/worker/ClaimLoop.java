package io.stepgraph.engine.worker;

import io.stepgraph.engine.lease.RunnerConfig;
import io.stepgraph.engine.lease.StoreRetry;
import io.stepgraph.engine.lease.process.OwnerIdentity;
import io.stepgraph.engine.store.ChangeNotifications;
import io.stepgraph.engine.store.ClaimRequest;
import io.stepgraph.engine.store.Owner;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.RunnerClosedException;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a worker: while a slot is free, it claims runs and passes each to a thread. If there is nothing to claim, it
 * waits for a notification of the store, or for a while.
 */
public final class ClaimLoop implements Runnable, ChangeNotifications.Listener {
    /** The pause between two looks into a store that tells nobody of changes. A look costs such a store some microseconds. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** One look into the store is enough for all changes that are notified within this time. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    /** How long other workers leave a claimed run to this one, which acquires the run at once unless it dies. */
    private static final Duration CLAIM = Duration.ofSeconds(10);

    /** How many runs are claimed at once at most, so that a slow claim holds no others back. */
    private static final int MOST = 64;

    /** How many refused runs are remembered. Beyond that, all are claimed and refused once more. */
    private static final int MOST_REFUSED = 1_000;

    private final StoreRetry store;
    private final RunnerConfig config;
    private final List<ServedGraph> graphs;
    private final Set<String> namespaces;
    private final ExecutorService threads;
    private final Semaphore slots;
    private final Semaphore wake = new Semaphore(0);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong claimed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Map<Long, Long> refused = new ConcurrentHashMap<>();
    private Set<String> deadRunners = Set.of();
    private long deadRunnersAt;
    private volatile boolean isStopped;
    private volatile @Nullable ChangeNotifications notifications;

    public ClaimLoop(
            StoreRetry store,
            RunnerConfig config,
            List<ServedGraph> graphs,
            Set<String> namespaces,
            int concurrency,
            ExecutorService threads) {
        this.store = store;
        this.config = config;
        this.graphs = graphs;
        this.namespaces = namespaces;
        this.threads = threads;
        this.slots = new Semaphore(concurrency);
        this.deadRunnersAt = config.time().nanos() - Time.nanos(config.pollInterval());
    }

    /** How many runs are executed now. */
    public int running() {
        return running.get();
    }

    /** How many runs were claimed so far. */
    public long claimed() {
        return claimed.get();
    }

    /** How many claimed runs could not be continued so far. */
    public long failed() {
        return failed.get();
    }

    /** Until {@link #stop}. */
    @Override
    public void run() {
        notifications = store.changeNotifications(this);
        try {
            while (!isStopped) {
                slots.acquire();
                int free = 1 + slots.drainPermits();
                int begun = 0;
                try {
                    begun = isStopped ? 0 : claim(Math.min(MOST, free)); // the slot may come from stop()
                } finally {
                    slots.release(free - begun);
                }
                if (begun == 0) {
                    pause();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            notifications.close();
        }
    }

    /** Claims so many runs at most, and begins them. Returns how many it has begun. */
    private int claim(int free) {
        int begun = 0;
        try {
            lookForDeadRunners();
            List<ServedGraph> order = new ArrayList<>(graphs);
            Collections.shuffle(order);
            for (int i = 0; i < order.size() && begun < free; i++) {
                ServedGraph graph = order.get(i);
                int share = 1 + (free - begun - 1) / (order.size() - i);
                for (RunKey key : store.answered(() -> store.queue().claim(request(graph, share)))) {
                    begin(graph, key);
                    begun++;
                }
            }
        } catch (RuntimeException | Error failure) {
            if (!isStopped) {
                Log.notClaimed(failure);
            }
        }
        return begun;
    }

    private ClaimRequest request(ServedGraph graph, int limit) {
        return new ClaimRequest(
                graph.name(), graph.steps(), namespaces, config.maxMode(), deadRunners, CLAIM, limit, refused);
    }

    private void lookForDeadRunners() {
        long now = config.time().nanos();
        if (now - deadRunnersAt >= Time.nanos(config.pollInterval())) {
            deadRunnersAt = now;
            deadRunners = store.answered(() -> store.queue().owners()).stream()
                    .filter(OwnerIdentity::isDead)
                    .map(Owner::runner)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private void begin(ServedGraph graph, RunKey key) {
        claimed.incrementAndGet();
        running.incrementAndGet();
        threads.execute(() -> {
            try {
                RunRecord refused = graph.advance().apply(key);
                if (refused != null) {
                    failed.incrementAndGet();
                    leave(refused);
                }
            } catch (RunnerClosedException | RunNotFoundException over) {
                // The run was released, or deleted meanwhile: there is nothing to do for this worker.
            } catch (RuntimeException | Error failure) {
                failed.incrementAndGet();
                Log.notContinued(key.id(), failure);
            } finally {
                running.decrementAndGet();
                slots.release();
            }
        });
    }

    /** A claim takes a run from other workers for a while, so it leaves out what this worker would refuse again. */
    private void leave(RunRecord run) {
        if (refused.size() >= MOST_REFUSED) {
            refused.clear();
        }
        refused.put(run.runNumber(), run.revision());
    }

    private void pause() throws InterruptedException {
        long poll = Time.nanos(config.pollInterval());
        ChangeNotifications given = notifications;
        boolean isNotified = given != null && given.areExpected();
        boolean isWoken = wake.tryAcquire(isNotified ? poll : Math.min(poll, LOOK_NANOS), TimeUnit.NANOSECONDS);
        if (isWoken && !isStopped) {
            TimeUnit.NANOSECONDS.sleep(SETTLE_NANOS);
        }
        int unused = wake.drainPermits();
    }

    /** No more runs are claimed. The runs in progress continue. */
    public void stop() {
        isStopped = true;
        wake.release();
        slots.release();
    }

    @Override
    public void onChange(RunKey run) {
        wake.release();
    }

    @Override
    public void onGap() {
        wake.release();
    }
}
