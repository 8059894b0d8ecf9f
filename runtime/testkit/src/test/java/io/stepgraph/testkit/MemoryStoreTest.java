package io.stepgraph.testkit;

import io.stepgraph.engine.store.MachineClock;
import io.stepgraph.engine.store.MemoryStore;
import io.stepgraph.engine.store.Store;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open(MachineClock clock) {
        return new MemoryStore(clock);
    }
}
