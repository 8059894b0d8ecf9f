package io.stepgraph.testkit.store;

import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.util.List;

final class MemoryEngineTest extends RunnerContract {
    private final MemoryStore store = new MemoryStore();

    @Override
    protected Store openStore() {
        return store;
    }

    @Override
    protected List<EngineDifference> differences() {
        return List.of(EngineDifference.withoutRows());
    }

    @Override
    protected void closeStore(Store shared) {}
}
