package io.stepgraph.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.sqlite.util.LibraryLoaderUtil;

/** The library of the driver for SQLite, unpacked once for all child processes: one that is killed could not clean it up. */
final class NativeLibrary {
    /** The JVM options of every child process. */
    static final String ARGUMENT = "-Dorg.sqlite.lib.path=" + unpacked();

    private NativeLibrary() {}

    private static Path unpacked() {
        String name = LibraryLoaderUtil.getNativeLibName();
        try (InputStream library = Objects.requireNonNull(
                NativeLibrary.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name))) {
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
