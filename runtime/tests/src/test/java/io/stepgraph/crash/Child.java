package io.stepgraph.crash;

import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that a test has started. */
final class Child implements AutoCloseable {
    /** The exit code of a killed process. */
    static final int KILLED = 128 + 9;

    /** The exit code of a process that was asked to stop. */
    static final int TERMINATED = 128 + 15;

    private static final long STUCK_SECONDS = 60;
    private static final long GLANCE_MILLIS = 2;
    private static final int MOST_ERRORS = 4_000;

    private final Path folder;
    private final Process process;

    private Child(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts a program, with a folder of its own for what it says.
     *
     * @param storeName its first argument, before the others
     */
    static Child start(Class<?> program, Path folder, List<FaultPoint> cuts, String storeName, String... arguments)
            throws IOException {
        Files.createDirectories(folder);
        List<String> options = new ArrayList<>(ClassArchive.arguments(Stores.of(storeName)));
        options.addAll(CrashPoints.arguments(folder, cuts));
        options.add(program.getName());
        options.add(storeName);
        return new Child(
                folder,
                new ProcessBuilder(ClassArchive.java(options, List.of(arguments)))
                        .redirectOutput(file(folder, "said"))
                        .redirectError(file(folder, "errors"))
                        .start());
    }

    private static File file(Path folder, String name) {
        return folder.resolve(name).toFile();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it has ended; one that does not is killed. */
    int end() throws InterruptedException {
        if (!process.waitFor(STUCK_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("stuck: " + this);
        }
        return process.exitValue();
    }

    /** Waits until it pauses at a place. */
    void awaitPause(FaultPoint faultPoint) throws InterruptedException {
        awaitFile(faultPoint.at());
    }

    /** Waits until a part of it, with its own folder, pauses at a place. */
    void awaitPause(String part, FaultPoint faultPoint) throws InterruptedException {
        awaitFile(part + "/" + faultPoint.at());
    }

    /** Waits until it has come to its first place. */
    void awaitBegin() throws InterruptedException {
        awaitFile("reached");
    }

    /** Waits until it has reached a place, at which it does not pause. */
    void awaitReached(String at) throws IOException, InterruptedException {
        await(() -> reached().contains(at), at);
    }

    /** How often it has come to a place. */
    long times(String place) throws IOException {
        return reached().stream().filter(at -> at.startsWith(place + "#")).count();
    }

    /** Waits until it has come to a place so often. */
    void awaitTimes(String place, long times) throws IOException, InterruptedException {
        await(() -> times(place) >= times, place + " for the " + times + ". time");
    }

    /** Waits until it has complained of something. */
    void awaitComplaint(String words) throws IOException, InterruptedException {
        await(() -> Files.readString(folder.resolve("errors")).contains(words), words);
    }

    private void awaitFile(String name) throws InterruptedException {
        try {
            await(() -> Files.exists(folder.resolve(name)), name);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private interface Glance {
        boolean isThere() throws IOException;
    }

    private void await(Glance glance, String what) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(STUCK_SECONDS);
        while (!glance.isThere()) {
            if (process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > until) {
                throw new AssertionError("never came to " + what + ": " + this);
            }
        }
    }

    /** Lets it continue from the place of its pause. */
    void goOn(FaultPoint faultPoint) throws IOException {
        Files.delete(folder.resolve(faultPoint.at()));
    }

    /** Lets a part of it go on. */
    void goOn(String part, FaultPoint faultPoint) throws IOException {
        Files.delete(folder.resolve(part).resolve(faultPoint.at()));
    }

    /** Kills it after a while, unless it ends before. */
    void killAfter(long millis) throws InterruptedException {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }

    /** Asks it to stop. */
    void terminate() {
        process.destroy();
    }

    /** Stops all its threads, like a paused virtual machine, and returns when they have stopped. */
    void freeze() throws IOException, InterruptedException {
        customEvent("-STOP");
        while (!isFrozen()) {
            if (process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("ended before it was frozen: " + this);
            }
        }
    }

    /** A custom event reaches the threads of a process one after the other. */
    private boolean isFrozen() throws IOException {
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        if (!Files.exists(threads)) {
            return true;
        }
        try (Stream<Path> all = Files.list(threads)) {
            for (Path thread : all.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException threadHasEnded) {
            return false;
        }
    }

    /** Lets all its threads go on. */
    void thaw() throws IOException, InterruptedException {
        customEvent("-CONT");
    }

    private void customEvent(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new AssertionError("kill " + name + " ended with " + status);
        }
    }

    /** Its output, line by line. */
    List<String> said() throws IOException {
        return Files.readAllLines(folder.resolve("said"));
    }

    /** All places that it came to. */
    List<String> reached() throws IOException {
        Path file = folder.resolve("reached");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        try {
            String errors = Files.readString(folder.resolve("errors"));
            return folder + " said " + said() + ", reached " + reached() + ", errors "
                    + errors.substring(0, Math.min(errors.length(), MOST_ERRORS));
        } catch (IOException failed) {
            return folder + ": " + failed;
        }
    }
}
