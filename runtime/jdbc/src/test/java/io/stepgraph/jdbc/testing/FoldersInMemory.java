package io.stepgraph.jdbc.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Gives the tests of stores folders in memory where the machine has room for such: most of their time they would wait
 * for a disk, and none of them turns off the power. JUnit takes it from {@code junit-platform.properties}. A
 * test that executes a program of its folder asks for the standard factory: some machines start none from memory.
 */
public final class FoldersInMemory implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");

    /** More than all folders of a test have together; a container may have less. */
    private static final long ROOM = 1L << 30;

    @Override
    public Path createTempDirectory(AnnotatedElementContext field, ExtensionContext test) throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ROOM
                ? Files.createTempDirectory(MEMORY, "stepgraph")
                : Files.createTempDirectory("stepgraph");
    }
}
