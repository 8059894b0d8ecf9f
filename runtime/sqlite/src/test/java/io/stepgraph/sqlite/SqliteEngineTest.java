package io.stepgraph.sqlite;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.RunnerContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteEngineTest extends RunnerContract {
    @TempDir
    Path folder;

    @Override
    protected Store openStore(MachineClock clock) {
        return SqliteStore.builder(folder.resolve("runs.db")).clock(clock).open();
    }
}
