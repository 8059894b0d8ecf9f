package io.stepgraph.internal.lease;

import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as a runner calls it. No call sees an interrupt, which is for user code and for waits
 * (R9). A call that finds the store unavailable is sent again, with growing pauses, up to the end that was given (R11);
 * by default it is sent once, and takes part in the transaction of the program that its thread is in (T1).
 */
public final class GuardedStore {
    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final Store store;
    private final MachineClock clock;
    private final LocalRuns localRuns;
    private final Observers observers;
    private final LongSupplier end;
    private final boolean yieldsToInterrupt;
    private final boolean joins;

    GuardedStore(Store store, MachineClock clock, LocalRuns localRuns, Observers observers) {
        this.store = store;
        this.clock = clock;
        this.localRuns = localRuns;
        this.observers = observers;
        this.end = clock::nanos;
        this.yieldsToInterrupt = false;
        this.joins = true;
    }

    /** The same store, whose calls are sent again and take part in no transaction of the program. */
    private GuardedStore(GuardedStore same, LongSupplier end, boolean yieldsToInterrupt) {
        this.store = same.store;
        this.clock = same.clock;
        this.localRuns = same.localRuns;
        this.observers = same.observers;
        this.end = end;
        this.yieldsToInterrupt = yieldsToInterrupt;
        this.joins = false;
    }

    /**
     * Returns the same store for an owner, whose calls are sent again until its lease is over, in nanoseconds of the
     * runner's clock.
     */
    GuardedStore until(LongSupplier leaseEnd) {
        return new GuardedStore(this, leaseEnd, false);
    }

    /** Returns the same store for an owner, whose calls are not sent again. */
    GuardedStore withoutRepeat() {
        return until(clock::nanos);
    }

    /**
     * Returns the same store for a reader, whose calls are sent again for this long, or until its thread is
     * interrupted.
     */
    public GuardedStore patientFor(Duration patience) {
        return new GuardedStore(this, () -> clock.nanos() + Nanos.of(patience), true);
    }

    /** Whether the calls of this thread take part in a transaction of the program, which may be rolled back. */
    public boolean isJoined() {
        return joins && store.joined() != null;
    }

    /** Whether a commit executes work of the program (E8). */
    public boolean isTransactional() {
        return store.isTransactional();
    }

    /** Begins to hear of changes by other processes. */
    public ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        return store.changeNotifications(listener);
    }

    /**
     * Stores a change of a run with the event that reports it, and then tells the event: the readers in this process
     * (V4), and the observers, unless a transaction of the program may take it back (T1). What an owner stores, its
     * outbox tells.
     *
     * @param write stores the change with these events; null if it stored nothing
     */
    public <T> @Nullable T write(RunReport report, BiFunction<Store, List<Json>, @Nullable T> write) {
        T stored = write(report.key, s -> write.apply(s, report.written));
        if (stored != null && !isJoined()) {
            report.events.forEach(event -> observers.publish(event, report.thread));
        }
        return stored;
    }

    /** Does the same for a change of which the store only says whether it was stored. */
    public boolean tryWrite(RunReport report, BiPredicate<Store, List<Json>> write) {
        return write(report, (s, events) -> write.test(s, events) ? report : null) != null;
    }

    /**
     * Makes a change of which the store writes the event itself, and tells the readers of the run in this process (V4).
     */
    public <T extends @Nullable Object> T write(RunKey key, Function<Store, T> write) {
        T result = call(write);
        localRuns.subscriptions.onChange(key);
        return result;
    }

    /** Makes a call that returns nothing. */
    public void send(Consumer<Store> call) {
        call(to -> {
            call.accept(to);
            return true;
        });
    }

    /** Reads, or writes what tells its subscribers by itself, as an owner does. */
    public <T extends @Nullable Object> T call(Function<Store, T> call) {
        boolean interrupted = Thread.interrupted();
        try {
            Store joined = joins ? store.joined() : null;
            return call.apply(joined == null ? store : joined);
        } catch (StoreUnavailableException silent) {
            long until = end.getAsLong();
            long pause = FIRST_PAUSE;
            while (true) {
                boolean isOver =
                        localRuns.isClosing() || clock.nanos() - until >= 0 || (interrupted && yieldsToInterrupt);
                if (isOver || silent.code() == ErrorCode.STORE_CLOSED) {
                    throw silent;
                }
                try {
                    clock.pause(localRuns.closing(), pause);
                    pause = Math.min(2 * pause, LONGEST_PAUSE);
                } catch (InterruptedException again) {
                    interrupted = true;
                    continue;
                }
                try {
                    return call.apply(store);
                } catch (StoreUnavailableException stillSilent) {
                    silent = stillSilent;
                } catch (RuntimeException refused) {
                    refused.addSuppressed(silent); // an earlier try may have been stored
                    throw refused;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
