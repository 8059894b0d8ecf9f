package io.stepgraph.crash;

import io.stepgraph.jdbc.SqliteStore;
import io.stepgraph.runtime.store.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.sqlite.util.LibraryLoaderUtil;

/** Stores as a child process is told of them: {@code sqlite:} and the file. */
final class Stores {
    /** What every child process is started with, so that it need not unpack a driver, which it could not clean up. */
    static final List<String> ARGUMENTS = List.of("-Dorg.sqlite.lib.path=" + unpacked());

    /** Short, so that a lock is met more than once within a lease. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    private static final String SQLITE = "sqlite:";

    private Stores() {}

    /** Names a store in a file. */
    static String sqlite(Path file) {
        return SQLITE + file;
    }

    static Store open(String name) {
        if (name.startsWith(SQLITE)) {
            return SqliteStore.builder(Path.of(name.substring(SQLITE.length())))
                    .busyTimeout(BUSY)
                    .open();
        }
        throw new IllegalArgumentException(name);
    }

    private static Path unpacked() {
        String name = LibraryLoaderUtil.getNativeLibName();
        try (InputStream library = Objects.requireNonNull(
                Stores.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name))) {
            Path folder = Files.createTempDirectory("sqlite");
            Path file = folder.resolve(name);
            Files.copy(library, file);
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            return folder;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
