package io.stepgraph.engine;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;

/** Opens runners that go by the clock of a test. */
public final class Timed {
    private Timed() {}

    public static Runner runner(Store store, MachineClock clock) {
        return Runner.builder(store).clock(clock).build();
    }
}
