package io.stepgraph.samples.refund.demo;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Folders of the demo. */
final class Folders {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Folders() {}

    /**
     * Deletes a folder and all in it. After Ctrl-C, Postgres ends at the same time and deletes its own files, so this
     * tries for a while.
     */
    static void delete(Path folder) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (Files.exists(folder)) {
            try {
                deleteOnce(folder);
            } catch (NoSuchFileException | DirectoryNotEmptyException changed) {
                if (System.nanoTime() - end > 0) {
                    throw changed;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    private static void deleteOnce(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failed) throws IOException {
                Files.deleteIfExists(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
