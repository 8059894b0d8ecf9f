package io.stepgraph.testkit.store;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class GraphFolderStoreTest extends StoreContract {
    @TempDir
    Path folder;

    @Override
    protected Store open(MachineClock clock) {
        return new GraphFolderStore(new MemoryStore(clock), folder);
    }
}
