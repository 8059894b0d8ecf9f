package io.stepgraph.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a database that is open is the one at its path, by device and inode: a file that was deleted, moved or
 * replaced still takes what is written by those who have it open, and nobody else ever reads that. Where files have no
 * such numbers, as on Windows, only a missing file is noticed; Windows lets nobody delete or replace a file that SQLite
 * has open. A file that was overwritten in place is the same one.
 *
 * <p>Looks without opening anything: closing a file would end the locks that this process has on it.
 */
final class FileIdentity {
    private static final Object MISSING = "missing";
    private static final Object NUMBERLESS = "numberless";
    private static final String LOST = " open, and no other program would find what is written now; ";

    private final Path file;
    private @Nullable Object database;
    private Path logFile;
    private Object log = MISSING;

    FileIdentity(Path file) {
        this.file = file;
        this.logFile = logOf(file);
    }

    /** Remembers the files just opened: the database once, and the write-ahead log, which SQLite creates each time. */
    void learn() throws IOException {
        if (database == null) {
            database = of(file);
        }
        try {
            logFile = logOf(file.toRealPath());
        } catch (NoSuchFileException deleted) {
            logFile = logOf(file);
        }
        log = of(logFile);
    }

    /**
     * Returns why an open connection does not read and write the file that the next program finds; null if it does.
     * SQLite deletes the write-ahead log as it closes the last connection.
     *
     * @return why not; null if it is
     * @throws IOException if the files cannot be looked at
     */
    @Nullable String trouble() throws IOException {
        String trouble = troubleOfDatabase();
        return trouble == null ? troubleOfLog() : trouble;
    }

    /**
     * Returns the same for the database alone, which is the only file while no connection is open.
     *
     * @return why not; null if it is, or if nothing was opened yet
     * @throws IOException if the files cannot be looked at
     */
    @Nullable String troubleOfDatabase() throws IOException {
        if (database == null) {
            return null;
        }
        Object there = of(file);
        if (there == MISSING) {
            return "was deleted or moved while this program had it" + LOST
                    + "put the same file back, or close this store and open another one";
        }
        if (there.equals(database)) {
            return null;
        }
        String stale = of(logFile).equals(log)
                ? ", once no program has it open, and without the old file's '" + logFile
                        + "', which would damage the new one: delete that first"
                : "";
        return "was replaced by another file while this program had it" + LOST
                + "close this store, and open another one to continue with the file that is there now" + stale;
    }

    private @Nullable String troubleOfLog() throws IOException {
        if (log == MISSING || of(logFile).equals(log)) {
            return null;
        }
        return "has lost its write-ahead log '" + logFile + "', which was deleted or replaced while this program had it"
                + LOST + "close this store and open another one";
    }

    private static Path logOf(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }

    private static Object of(Path path) throws IOException {
        try {
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return key == null ? NUMBERLESS : key;
        } catch (NoSuchFileException deleted) {
            return MISSING;
        }
    }
}
