package io.stepgraph.runtime.store;

import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store promises. The tests of a store extend this class and say how an empty store is opened; the names of the
 * tests cite the rules of the runtime.
 */
public abstract class StoreContract
        implements StartPromises,
                CommitPromises,
                RestPromises,
                AcquirePromises,
                AnswerPromises,
                ControlPromises,
                RacePromises,
                ClosePromises {
    private final SettableClock clock = new SettableClock(1_700_000_000_000L);
    private Store store;

    /** Opens an empty store. */
    protected abstract Store open(Clock clock);

    @BeforeEach
    void openStore() {
        store = open(clock);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Override
    public final Store store() {
        return store;
    }

    @Override
    public final SettableClock clock() {
        return clock;
    }
}
