package io.stepgraph.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processor runs inside javac and inside ecj. */
class CompilersTest {

    private static final String AGENT = """
            package app;

            @io.stepgraph.StepGraph(start = "greet")
            final class Agent {
                record Visit(String name) {}

                @io.stepgraph.Step(next = io.stepgraph.StepGraph.END)
                void greet(Visit visit) {}
            }
            """;

    @Test
    void runsInJavac() {
        Compilation compilation = Compiler.javac()
                .withProcessors(new StepGraphProcessor())
                .compile(JavaFileObjects.forSourceString("app.Agent", AGENT));

        assertThat(compilation).succeededWithoutWarnings();
    }

    @Test
    void runsInEcj(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Agent.java"), AGENT);
        EclipseCompiler ecj = new EclipseCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options = List.of("--release", "17", "-d", folder.toString(), "-s", folder.toString());

        // Files on disk: ecj cannot read objects in memory.
        try (StandardJavaFileManager files = ecj.getStandardFileManager(problems, null, null)) {
            JavaCompiler.CompilationTask task =
                    ecj.getTask(null, files, problems, options, null, files.getJavaFileObjects(source));
            task.setProcessors(List.of(new StepGraphProcessor()));

            assertThat(task.call()).isTrue();
        }
        assertThat(problems.getDiagnostics()).isEmpty();
        assertThat(folder.resolve("app/Agent.class")).exists();
    }
}
