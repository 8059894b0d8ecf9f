package io.stepgraph.testkit;

import io.stepgraph.engine.store.MemoryStore;
import io.stepgraph.engine.store.Store;
import java.time.Clock;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open(Clock clock) {
        return new MemoryStore(clock);
    }
}
