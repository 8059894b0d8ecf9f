package io.stepgraph.testkit.store;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.FakeClock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The promises of every store, as a suite of JUnit tests. The author of a store extends it and says how an empty one is
 * opened; the names of the tests cite the rules of the runtime. The page {@code runtime/STORES.md} tells how to write a
 * store.
 *
 * <pre>{@code
 * final class MyStoreTest extends StoreContract {
 *     @Override
 *     protected Store open(MachineClock clock) {
 *         return new MyStore(newFolder(), clock);
 *     }
 * }
 * }</pre>
 *
 * <p>A store whose time is a server's ignores the clock and overrides {@link #pass}, so that time really passes.
 */
public abstract class StoreContract
        implements StartContract,
                CommitContract,
                TransactionContract,
                LeaseContract,
                ReapContract,
                StopReasonContract,
                RetentionContract,
                DelayContract,
                WaitContract,
                AcquireContract,
                AnswerContract,
                RecordAnswerContract,
                CommandContract,
                MessageContract,
                EffectContract,
                BusinessKeyContract,
                QueueContract,
                CallContract,
                ListContract,
                ManyRunsContract,
                EventLogContract,
                NamespaceContract,
                ThreadContract,
                RaceContract,
                CloseContract,
                GraphContract,
                HistoryContract,
                ClockContract,
                NoticeContract {
    private final FakeClock clock = new FakeClock();
    private @Nullable Store store;

    /** A suite for one store. */
    protected StoreContract() {}

    /**
     * Opens an empty store.
     *
     * @param clock the clocks of the store's machine, unless a server has its own
     */
    protected abstract Store open(MachineClock clock);

    @BeforeEach
    final void openStore() {
        store = open(clock);
    }

    @AfterEach
    final void closeStore() {
        store().close();
    }

    @Override
    public final Store store() {
        return Objects.requireNonNull(store);
    }

    /**
     * Lets time pass by the store's clock. The suite never asks for more than a second.
     *
     * @param time how much
     */
    @Override
    public void pass(Duration time) {
        clock.pass(time);
    }

    /** Sets the wall clock of the store's machine, while no time passes. */
    @Override
    public void setWallClock(Duration change) {
        clock.set(change);
    }

    /** Whether durations count on a monotonic clock. The time of a server may have none. */
    @Override
    public boolean hasMonotonicClock() {
        return true;
    }
}
