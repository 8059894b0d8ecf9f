package io.stepgraph.processor.testing;

import io.stepgraph.processor.StepGraphProcessor;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/** A compiler that runs the processor, to be used by one thread. It keeps its class path open from one source to the next. */
public final class Compiler implements AutoCloseable {

    private final JavaCompiler tool;
    private final StandardJavaFileManager files;
    private final boolean hasColumns;

    private Compiler(JavaCompiler tool, boolean hasColumns) {
        this.tool = tool;
        this.hasColumns = hasColumns;
        this.files = tool.getStandardFileManager(null, Locale.ENGLISH, null);
        try {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Compiler javac() {
        return new Compiler(ToolProvider.getSystemJavaCompiler(), true);
    }

    public static Compiler ecj() {
        return new Compiler(new EclipseCompiler(), false);
    }

    /** All that the compiler says of a fixture, in the order in which it says it. */
    public List<Finding> compile(Fixture fixture) {
        return compile(fixture.name() + ".java", fixture.source());
    }

    /** All that the compiler says of a source. */
    public List<Finding> compile(String name, String source) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> options = hasColumns
                ? List.of("--release", "17", "-Xlint:all,-processing")
                : List.of("--release", "17", "-proceedOnError", "-warn:none");
        List<InMemory.Source> sources = List.of(new InMemory.Source(name, source));
        JavaCompiler.CompilationTask task = tool.getTask(
                Writer.nullWriter(), new InMemory(files), diagnostics, options, null, sources);
        task.setProcessors(List.of(new StepGraphProcessor()));
        task.call();
        return diagnostics.getDiagnostics().stream()
                .map(diagnostic -> Finding.of(diagnostic, hasColumns))
                .toList();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    /** Only what an agent is written with: the more there is to search, the slower each compilation. */
    private static List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("annotations") || entry.contains("test-classes"))
                .map(Path::of)
                .toList();
    }
}
