package io.stepgraph.runtime.store;

import java.time.Clock;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open(Clock clock) {
        return new MemoryStore(clock);
    }
}
