package io.stepgraph.cli.io;

import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A store in a SQLite file. Opening a store creates a file that is not there; a command line must not do that. */
final class SqlitePlace {
    private final Path file;

    /**
     * A place.
     *
     * @throws IllegalArgumentException if the text is not a path, or is a URL
     */
    SqlitePlace(String text) {
        if (text.matches("(?i)\\w+:\\w*:?//.*|jdbc:.*")) {
            throw new IllegalArgumentException(
                    "--store is neither a file nor a URL of Postgres. Name a SQLite file, or a URL that begins with"
                            + " postgresql: or jdbc:postgresql:.");
        }
        try {
            this.file = Path.of(text);
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException(
                    "--store is not the name of a file: " + malformed.getReason(), malformed);
        }
    }

    Store open() {
        try {
            if (!Files.exists(file)) {
                throw new UnreachableStoreException(
                        "There is no file '" + file + "'. Name the SQLite file of a store with --store.", null);
            }
            // SQLite takes an empty file for a new database.
            if (Files.isRegularFile(file) && Files.size(file) == 0 && !hasLog()) {
                throw new UnreachableStoreException(
                        "The file '" + file + "' is empty, so it is not a store. Nothing in it was changed.", null);
            }
        } catch (IOException unreadable) {
            throw new UnreachableStoreException(
                    "The file '" + file + "' cannot be read. (" + unreadable.getMessage() + ")", unreadable);
        }
        return SqliteStore.open(file);
    }

    private boolean hasLog() {
        return Files.exists(file.resolveSibling(file.getFileName() + "-wal"));
    }
}
