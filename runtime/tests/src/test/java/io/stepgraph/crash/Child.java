package io.stepgraph.crash;

import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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

    private final Path folder;
    private final Process process;

    private Child(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts the program.
     *
     * @param folder for what it says; a folder of its own
     */
    static Child start(Path folder, List<FaultPoint> faults, List<String> arguments) throws IOException {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(ChildJvm.command(Stores.of(arguments.get(0)), folder));
        command.addAll(CrashPoints.arguments(folder, faults));
        command.add(Program.class.getName());
        command.addAll(arguments);
        return new Child(
                folder,
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("said").toFile())
                        .redirectError(folder.resolve("errors").toFile())
                        .start());
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

    /** Waits until it pauses there. */
    void awaitPause(FaultPoint point) throws Exception {
        await(() -> Files.exists(folder.resolve(point.at())), point);
    }

    /** Lets it continue from there. */
    void goOn(FaultPoint point) throws IOException {
        Files.delete(folder.resolve(point.at()));
    }

    /** How often it has come to a place. */
    long times(String place) throws IOException {
        return reached().stream().filter(at -> at.startsWith(place + "#")).count();
    }

    /** Waits until it has come to a place so often. */
    void awaitTimes(String place, long times) throws Exception {
        await(() -> times(place) >= times, place + " for the " + times + ". time");
    }

    /** Whether one of its callers was told of something. */
    boolean isTold(String words) throws IOException {
        return Files.readAllLines(folder.resolve("errors")).stream()
                .anyMatch(line -> line.startsWith(Program.TOLD) && line.contains(words));
    }

    /** Waits until one of its callers was told of something. */
    void awaitTold(String words) throws Exception {
        await(() -> isTold(words), words);
    }

    private void await(Callable<Boolean> condition, Object what) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(STUCK_SECONDS);
        while (!condition.call()) {
            boolean isOver = process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > until;
            if (isOver && !condition.call()) {
                throw new AssertionError("never came to " + what + ": " + this);
            }
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Asks it to stop. */
    void terminate() {
        process.destroy();
    }

    /** Stops all its threads, like a paused virtual machine, and returns when they have stopped. */
    void freeze() throws Exception {
        signal("-STOP");
        await(this::isFrozen, "a stop");
    }

    /** A signal reaches the threads of a process one after the other. */
    private boolean isFrozen() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            for (Path thread : threads.toList()) {
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
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        if (new ProcessBuilder("kill", name, Long.toString(pid())).start().waitFor() != 0) {
            throw new AssertionError("kill " + name + " failed");
        }
    }

    /** Its output. */
    String said() throws IOException {
        return Files.readString(folder.resolve("said")).strip();
    }

    /** All places that it came to. */
    private List<String> reached() throws IOException {
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
            return folder + " said " + said() + ", reached " + reached() + ", errors "
                    + Files.readString(folder.resolve("errors"));
        } catch (IOException failed) {
            return folder + ": " + failed;
        }
    }
}
