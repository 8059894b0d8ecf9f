package io.stepgraph.testkit;

import io.stepgraph.engine.store.MemoryStore;
import io.stepgraph.engine.store.Store;

final class MemoryEngineTest extends RunnerContract {
    private final MemoryStore store = new MemoryStore();

    @Override
    protected Store openStore() {
        return store;
    }

    @Override
    protected void closeStore(Store shared) {}
}
