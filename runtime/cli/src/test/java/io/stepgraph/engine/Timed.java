package io.stepgraph.engine;

import io.stepgraph.runtime.Time;
import io.stepgraph.store.Store;

/** Opens runners that go by the clock of a test. */
public final class Timed {
    private Timed() {}

    public static Runner runner(Store store, Time time) {
        return Runner.builder(store).time(time).build();
    }
}
