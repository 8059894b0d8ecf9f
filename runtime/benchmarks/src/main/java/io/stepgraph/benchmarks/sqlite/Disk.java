package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Where a database lies. */
public enum Disk {
    /**
     * On the disk that holds this module: what a user sees. Most of a step is the disk's work, and disks have moods.
     */
    REAL {
        @Override
        public Path newFolder() {
            return Workplace.newFolder("sqlite");
        }
    },

    /** Where bringing data to the disk takes no time: all that is left is what SQLite, its driver and we do. */
    INSTANT {
        @Override
        public Path newFolder() {
            try {
                return Files.createTempDirectory(SHARED_MEMORY, "benchmarks");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean isHere() {
            return Files.isWritable(SHARED_MEMORY);
        }
    };

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long MUCH = 4_000_000_000L;

    /** A new empty folder on it. */
    public abstract Path newFolder();

    /** Whether this machine has it. */
    public boolean isHere() {
        return true;
    }

    /** The one that has the fewest moods, of those with room for a database of a million runs. */
    public static Disk calmest() {
        return INSTANT.isHere() && SHARED_MEMORY.toFile().getUsableSpace() >= MUCH ? INSTANT : REAL;
    }

    /**
     * Connects to a database, also a new one, as a store does: with a write-ahead log, and each commit waits for the
     * disk.
     */
    public static Connection connect(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = full");
        }
        return connection;
    }
}
