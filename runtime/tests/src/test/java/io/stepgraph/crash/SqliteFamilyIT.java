package io.stepgraph.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Families whose processes die, on SQLite. */
final class SqliteFamilyIT extends FamilyMatrix {
    SqliteFamilyIT() throws Exception {
        super(Stores.SQLITE);
    }

    private Path backup() {
        return folder.resolve("backup.db");
    }

    @Override
    void backUp() throws Exception {
        stores.execute(store, "vacuum into '" + backup() + "'");
    }

    @Override
    void restore() throws Exception {
        Files.deleteIfExists(folder.resolve("runs.db-wal"));
        Files.deleteIfExists(folder.resolve("runs.db-shm"));
        Files.move(backup(), folder.resolve("runs.db"), StandardCopyOption.REPLACE_EXISTING);
    }
}
