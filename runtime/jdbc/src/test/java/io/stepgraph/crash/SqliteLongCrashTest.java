package io.stepgraph.crash;

import java.nio.file.Path;

/** Real processes that are cut at random, on SQLite. */
final class SqliteLongCrashTest extends LongCrashMatrix {
    @Override
    String store(Path folder) {
        return Stores.sqlite(folder.resolve("runs.db"));
    }
}
