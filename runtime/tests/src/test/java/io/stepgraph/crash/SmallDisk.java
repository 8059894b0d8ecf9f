package io.stepgraph.crash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of a megabyte that can be filled to its last byte, where this user may mount one. */
final class SmallDisk implements AutoCloseable {
    private static final int PAGE = 4096;

    private final Path folder;
    private final Path filler;

    private SmallDisk(Path folder) {
        this.folder = folder;
        this.filler = folder.resolve("filler");
    }

    /** Mounts one, or skips the test. */
    static SmallDisk mount(Path folder) throws IOException {
        Files.createDirectories(folder);
        assumeTrue(isDone("mount -t tmpfs -o size=1m tmpfs \"$0\"", folder), "this user may not mount a disk");
        return new SmallDisk(folder);
    }

    Path folder() {
        return folder;
    }

    /** Leaves no room. */
    void fill() throws IOException {
        boolean isFull = false;
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (!isFull) {
                isFull = !takes(out);
            }
        }
    }

    private static boolean takes(OutputStream out) {
        try {
            out.write(new byte[PAGE]);
            return true;
        } catch (IOException full) {
            return false;
        }
    }

    /** Makes room again. */
    void makeRoom() throws IOException {
        Files.delete(filler);
    }

    @Override
    public void close() throws IOException {
        if (!isDone("umount -l \"$0\"", folder)) {
            throw new IOException(folder + " cannot be unmounted");
        }
    }

    private static boolean isDone(String command, Path argument) throws IOException {
        return new ProcessBuilder("sh", "-c", command + " 2>/dev/null", argument.toString())
                        .start()
                        .onExit()
                        .join()
                        .exitValue()
                == 0;
    }
}
