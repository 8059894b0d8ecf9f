package io.stepgraph.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A disk that is the same on every machine: in a JVM that is started by {@link #java()}, bringing data to the disk
 * takes a millisecond longer than it does, and is counted. Wants Linux and a C compiler.
 */
public final class SlowSyncs {
    private static final String SOURCE = "slow-syncs.c";
    private static final String COUNTER = "SLOW_SYNCS_COUNTER";
    private static final int NANOS = 1_000_000;
    private static final @Nullable String MISSING = missing();

    private SlowSyncs() {}

    /** The program that this machine lacks for it. Null if it lacks none. */
    public static @Nullable String whatIsMissing() {
        return MISSING;
    }

    /** Starts as {@code java} does, with the same arguments. */
    static Path java() {
        try {
            // Not beside the module: blanks in its path would mean something to the loader.
            Path folder = temporary(Files.createTempDirectory("slow-syncs"));
            Path source = temporary(folder.resolve(SOURCE));
            Path library = temporary(folder.resolve("slow-syncs.so"));
            Path counter = temporary(folder.resolve("count"));
            Path start = temporary(folder.resolve("java"));
            try (InputStream resource = SlowSyncs.class.getResourceAsStream(SOURCE)) {
                Files.copy(Objects.requireNonNull(resource), source);
            }
            if (exitCode("cc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl") != 0) {
                throw new IllegalStateException("cc cannot compile " + source);
            }
            Files.write(counter, new byte[Long.BYTES]);
            Files.writeString(start, """
                    #!/bin/sh
                    export LD_PRELOAD='%s' %s='%s' SLOW_SYNCS_NANOS=%s
                    exec '%s' "$@"
                    """.formatted(
                            library, COUNTER, counter, NANOS, Path.of(System.getProperty("java.home"), "bin", "java")));
            return Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * How often data have been brought to the disk, in a JVM that was started so.
     *
     * @throws IllegalStateException in any other
     */
    public static long count() {
        String counter = System.getenv(COUNTER);
        if (counter == null) {
            throw new IllegalStateException("This JVM does not count");
        }
        try (FileChannel file = FileChannel.open(Path.of(counter))) {
            MappedByteBuffer count = file.map(FileChannel.MapMode.READ_ONLY, 0, Long.BYTES);
            return count.order(ByteOrder.nativeOrder()).getLong(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable String missing() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "needs Linux";
        }
        try {
            return exitCode("cc", "--version") == 0 ? null : "needs a C compiler that works as cc";
        } catch (IOException e) {
            return "needs a C compiler as cc";
        }
    }

    private static int exitCode(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path temporary(Path path) {
        path.toFile().deleteOnExit();
        return path;
    }
}
