package io.stepgraph.processor.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The runtime and the engine, for agents to be compiled against. Maven builds both modules after this one, so that a test
 * compiles them here from their sources, once for as long as the sources stay the same.
 */
final class RuntimeClasses {

    private static final Path RUNTIME = Path.of("target/runtime-classes");
    private static final Path ENGINE = Path.of("target/engine-classes");

    private RuntimeClasses() {}

    /** The folders with the classes of both modules. */
    static synchronized List<Path> folders() {
        try {
            compile("core", RUNTIME, ClassPath.belowTheRuntime());
            List<Path> below = new ArrayList<>(ClassPath.belowTheRuntime());
            below.add(RUNTIME);
            compile("engine", ENGINE, below);
            return List.of(RUNTIME, ENGINE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(String module, Path classes, List<Path> below) throws IOException {
        List<Path> sources = sources(Path.of("../runtime", module, "src/main/java"));
        FileTime newest = FileTime.fromMillis(0);
        for (Path source : sources) {
            FileTime changed = Files.getLastModifiedTime(source);
            newest = changed.compareTo(newest) > 0 ? changed : newest;
        }
        if (!Files.exists(classes) || !Files.getLastModifiedTime(classes).equals(newest)) {
            compile(sources, classes, below);
            Files.setLastModifiedTime(classes, newest);
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
