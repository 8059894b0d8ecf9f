package io.stepgraph.testkit.store;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open(MachineClock clock) {
        return new MemoryStore(clock);
    }
}
