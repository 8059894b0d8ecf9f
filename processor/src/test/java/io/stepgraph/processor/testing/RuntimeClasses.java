package io.stepgraph.processor.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The runtime, for agents to be compiled against. Maven builds it after this module, so that a test compiles it here
 * from its sources, once for as long as the sources stay the same.
 */
final class RuntimeClasses {

    private static final Path CLASSES = Path.of("target/runtime-classes");

    private RuntimeClasses() {}

    /** The folder with the classes. */
    static synchronized Path folder() {
        try {
            List<Path> sources = sources(Path.of("../runtime/core/src/main/java"));
            FileTime newest = FileTime.fromMillis(0);
            for (Path source : sources) {
                FileTime changed = Files.getLastModifiedTime(source);
                newest = changed.compareTo(newest) > 0 ? changed : newest;
            }
            if (!Files.exists(CLASSES) || !Files.getLastModifiedTime(CLASSES).equals(newest)) {
                compile(sources, CLASSES, ClassPath.belowTheRuntime());
                Files.setLastModifiedTime(CLASSES, newest);
            }
            return CLASSES;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static void compile(List<Path> sources, Path classes, List<Path> below) throws IOException {
        Files.createDirectories(classes);
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(
                "--release", "17", "-proc:none", "-d", classes.toString(), "--module-path", Build.joined(below));
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ENGLISH, null)) {
            boolean compiled = javac.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!compiled) {
                throw new IllegalStateException("The runtime does not compile:\n" + said);
            }
        }
    }
}
