package io.stepgraph.testkit.store;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class MemoryEngineTest extends RunnerContract {
    private @Nullable MemoryStore store;

    @Override
    protected Store openStore(MachineClock clock) {
        store = store == null ? new MemoryStore(clock) : store;
        return store;
    }

    @Override
    protected List<EngineDifference> differences() {
        return List.of(EngineDifference.withoutRows());
    }

    @Override
    protected void closeStore(Store shared) {}
}
