package io.stepgraph.processor.testing;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/** The compiler of Eclipse, which reads and writes files only. */
public final class Ecj implements Compiler {

    /**
     * Those of a compiler that is made without any. It would warn of each word in SuppressWarnings that is not its own.
     */
    public static final List<String> OPTIONS = List.of("--release", "17", "-proceedOnError", "-warn:-warningToken");

    private final JavaCompiler tool = new EclipseCompiler();
    private final StandardJavaFileManager files = tool.getStandardFileManager(null, Locale.ENGLISH, null);
    private final Path folder = Files.createTempDirectory("ecj");
    private final List<String> options;

    public Ecj() throws IOException {
        this(OPTIONS);
    }

    public Ecj(List<String> options) throws IOException {
        this.options = options;
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, ClassPath.ofAnAgent());
    }

    @Override
    public List<Finding> compile(String name, String source, Processor... others) throws IOException {
        Path file = Files.writeString(folder.resolve(name), source);
        Path output = Files.createTempDirectory(folder, "out");
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
        files.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(output));
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaCompiler.CompilationTask task =
                tool.getTask(Writer.nullWriter(), files, diagnostics, options, null, files.getJavaFileObjects(file));
        task.setProcessors(
                Stream.concat(Stream.of(others), Compiler.withOurs().stream()).toList());
        task.call();
        return diagnostics.getDiagnostics().stream()
                .map(diagnostic -> Finding.of(diagnostic, false))
                .toList();
    }

    @Override
    public void close() throws IOException {
        files.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
