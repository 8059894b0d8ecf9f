package io.stepgraph.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Gives the tests folders in memory where the machine has such: most of their time they would wait for a disk, and none
 * of them turns off the power. JUnit takes it from {@code junit-platform.properties}.
 */
public final class FoldersInMemory implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext field, ExtensionContext test) throws IOException {
        return Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "stepgraph")
                : Files.createTempDirectory("stepgraph");
    }
}
