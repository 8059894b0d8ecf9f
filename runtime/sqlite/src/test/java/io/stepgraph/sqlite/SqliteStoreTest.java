package io.stepgraph.sqlite;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class SqliteStoreTest extends StoreContract {
    @TempDir
    Path folder;

    @Override
    protected Store open(MachineClock clock) {
        return SqliteStore.builder(folder.resolve("runs.db")).clock(clock).open();
    }
}
