package io.stepgraph.processor.testing;

import io.stepgraph.processor.StepGraphProcessor;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The javac of this JVM, in memory. */
public final class Javac implements Compiler {

    private static final List<String> OPTIONS = List.of("--release", "17", "-Xlint:all,-processing,-auxiliaryclass");

    private final JavaCompiler tool = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = tool.getStandardFileManager(null, Locale.ENGLISH, null);

    public Javac() throws IOException {
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, ClassPath.ofAnAgent());
    }

    @Override
    public List<Finding> compile(String name, String source) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaCompiler.CompilationTask task = tool.getTask(
                Writer.nullWriter(),
                new InMemory(files),
                diagnostics,
                OPTIONS,
                null,
                List.of(new InMemory.Source(name, source)));
        task.setProcessors(List.of(new StepGraphProcessor()));
        task.call();
        return diagnostics.getDiagnostics().stream()
                .map(diagnostic -> Finding.of(diagnostic, true))
                .toList();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
