package io.stepgraph.testkit;

import io.stepgraph.runtime.store.MemoryStore;
import io.stepgraph.runtime.store.Store;
import java.time.Clock;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open(Clock clock) {
        return new MemoryStore(clock);
    }
}
