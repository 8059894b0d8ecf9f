package io.stepgraph.runtime;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of this machine. On Linux, {@link System#nanoTime} is {@code CLOCK_MONOTONIC}: one clock for all processes
 * of a boot, except for those in another time namespace (time_namespaces(7)). Elsewhere nothing names the boot for
 * certain, so each process has a monotonic clock of its own.
 */
final class SystemClock implements MachineClock {
    static final SystemClock INSTANCE = new SystemClock(Path.of("/proc"));

    private final @Nullable String boot;
    private final String name;

    SystemClock(Path proc) {
        this.boot = boot(proc);
        this.name = boot == null ? "process " + UUID.randomUUID() : boot;
    }

    @Override
    public Instant wall() {
        return Instant.ofEpochMilli(System.currentTimeMillis());
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        return latch.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isShared() {
        return boot != null;
    }

    private static @Nullable String boot(Path proc) {
        // A plain stream, since the channels of java.nio are loaded and linked at the first use.
        try (InputStream file =
                new FileInputStream(proc.resolve("sys/kernel/random/boot_id").toFile())) {
            String id = new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim();
            return id + " " + timeNamespace(proc);
        } catch (IOException unknown) {
            return null;
        }
    }

    private static String timeNamespace(Path proc) throws IOException {
        try {
            return Files.readSymbolicLink(proc.resolve("self/ns/time")).toString();
        } catch (NoSuchFileException old) {
            return "time"; // Linux before 5.6 has one time for all
        }
    }
}
