package io.stepgraph.benchmarks.compile;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A compiler that stays, as in Gradle's daemon or in an IDE: javac and the processor's classes are loaded once, a task,
 * its files and the processor's object are new for each compilation.
 */
final class WarmCompiler {
    private static final Map<Library, WarmCompiler> ALL =
            Stream.of(Library.values()).collect(toUnmodifiableMap(library -> library, WarmCompiler::new));

    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    private final Library library;
    private final List<ServiceLoader.Provider<Processor>> processors;

    private WarmCompiler(Library library) {
        this.library = library;
        ClassLoader loader = new URLClassLoader(new URL[] {url(library.processor())}, null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                try {
                    return super.findClass(name);
                } catch (ClassNotFoundException e) {
                    return WarmCompiler.class.getClassLoader().loadClass(name);
                }
            }
        };
        this.processors = ServiceLoader.load(Processor.class, loader).stream().toList();
    }

    /** The one that stays, with a library's processor. */
    static WarmCompiler with(Library library) {
        return Objects.requireNonNull(ALL.get(library));
    }

    /**
     * Compiles.
     *
     * @param sources what
     * @param output where classes and generated sources go
     * @param processed whether the processor runs
     */
    void compile(List<Path> sources, Path output, boolean processed) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                javac.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, library.classPath());
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
            List<String> options = processed ? List.of() : List.of("-proc:none");
            CompilationTask task =
                    javac.getTask(null, files, problems, options, null, files.getJavaFileObjectsFromPaths(sources));
            if (processed) {
                task.setProcessors(
                        processors.stream().map(ServiceLoader.Provider::get).toList());
            }
            if (!task.call()) {
                throw new IllegalStateException(firstError(problems));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String firstError(DiagnosticCollector<JavaFileObject> problems) {
        return problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .map(Object::toString)
                .orElse("javac failed without an error");
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
