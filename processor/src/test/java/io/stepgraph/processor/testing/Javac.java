package io.stepgraph.processor.testing;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The javac of this JVM, in memory. */
public final class Javac implements Compiler {

    /** Those of a compiler that is made without any. */
    public static final List<String> OPTIONS = List.of("--release", "17", "-Xlint:all,-processing,-auxiliaryclass");

    private final JavaCompiler tool = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = tool.getStandardFileManager(null, Locale.ENGLISH, null);

    private final List<String> options;

    public Javac() throws IOException {
        this(OPTIONS);
    }

    /** Without {@code --release}, whose symbol file is opened anew for each compilation, javac is faster. */
    public Javac(List<String> options) throws IOException {
        this.options = options;
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, ClassPath.ofAnAgent());
    }

    @Override
    public List<Finding> compile(String name, String source, Processor... others) {
        return diagnose(name, source, others).stream()
                .map(diagnostic -> Finding.of(diagnostic, true))
                .toList();
    }

    /** All that the compiler says, of generated sources too. */
    public List<Diagnostic<? extends JavaFileObject>> diagnose(String name, String source, Processor... others) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaCompiler.CompilationTask task = tool.getTask(
                Writer.nullWriter(),
                new InMemory(files),
                diagnostics,
                options,
                null,
                List.of(new InMemory.Source(name, source)));
        task.setProcessors(Compiler.withOurs(others));
        task.call();
        return diagnostics.getDiagnostics();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
