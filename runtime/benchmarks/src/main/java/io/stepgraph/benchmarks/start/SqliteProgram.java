package io.stepgraph.benchmarks.start;

import io.stepgraph.sqlite.SqliteStore;
import java.nio.file.Path;

final class SqliteProgram {
    private SqliteProgram() {}

    public static void main(String[] arguments) {
        MemoryProgram.run(SqliteStore.open(Path.of(arguments[0], "runs.db")));
    }
}
