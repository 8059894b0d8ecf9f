package io.stepgraph.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where things are: the jars that the build left in {@code target}, and room for files beside them, on the same disk.
 */
public final class Workplace {
    private static final Path TARGET = target();

    private Workplace() {}

    /** The build's output folder. */
    public static Path target() {
        try {
            Path classes = Path.of(Workplace.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Objects.requireNonNull(classes.toAbsolutePath().getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The jar of these benchmarks. */
    public static Path benchmarks() {
        return existing(TARGET.resolve("benchmarks.jar"));
    }

    /** The jar of the programs that are started, which names no library. */
    public static Path programs() {
        return existing(TARGET.resolve("benchmarks-programs.jar"));
    }

    /** A jar that holds a processor and all it needs. */
    public static Path processor(String name) {
        return existing(TARGET.resolve("processors").resolve(name + ".jar"));
    }

    /**
     * Some of the libraries that these benchmarks run with.
     *
     * @param prefixes how the names of their files begin, one library each
     */
    public static List<Path> libraries(List<String> prefixes) {
        return prefixes.stream().map(Workplace::library).toList();
    }

    /** A new empty folder. */
    public static Path newFolder(String prefix) {
        try {
            return Files.createTempDirectory(Files.createDirectories(TARGET.resolve("work")), prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder with all that is in it. */
    public static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException exception) throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path library(String prefix) {
        try (Stream<Path> files = Files.list(TARGET.resolve("lib"))) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
            if (found.size() != 1) {
                throw new IllegalStateException("One file '" + prefix + "…' expected, found " + found);
            }
            return found.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path existing(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalStateException(file + " is missing: package the module first");
        }
        return file;
    }
}
