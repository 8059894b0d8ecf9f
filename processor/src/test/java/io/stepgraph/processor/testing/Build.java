package io.stepgraph.processor.testing;

import io.stepgraph.processor.StepGraphProcessor;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/**
 * A user's build: source files in, class files and generated files out, all in one folder.
 *
 * @param said what the compiler said, a line each
 */
public record Build(Path output, List<String> said) {

    private static final Path AGENTS = Path.of("src/test/resources/agents");

    /** With every warning that javac has. */
    public static Build javac(Path output, List<Path> sources, String... options) throws IOException {
        List<String> all = Javac.with(Javac.NO_WARNINGS, options);
        return run(ToolProvider.getSystemJavaCompiler(), new StepGraphProcessor(), output, sources, all);
    }

    /** With every warning that ecj has about code; what it says of the sources given is left out. */
    public static Build ecj(Path output, List<Path> sources, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--release", "17", "-warn:+all,-javadoc"));
        all.addAll(List.of(options));
        return run(new EclipseCompiler(), new StepGraphProcessor(), output, sources, all);
    }

    public static Build with(Processor processor, Path output, List<Path> sources) throws IOException {
        return run(ToolProvider.getSystemJavaCompiler(), processor, output, sources, Javac.RELEASE);
    }

    /** On the javac of another JDK, in its own process. */
    public static Build javac(OtherJdk jdk, Path output, List<Path> sources) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                jdk.home().resolve("bin/javac").toString(),
                "-encoding",
                "UTF-8",
                "-Xlint:all,-processing",
                "-Werror",
                "-processorpath",
                System.getProperty("java.class.path"),
                "-processor",
                StepGraphProcessor.class.getName(),
                "-cp",
                classPath(),
                "-d",
                output.toString()));
        sources.forEach(source -> command.add(source.toString()));
        return run(command, output);
    }

    /** On ecj in a Java of its own, which has no module jdk.compiler. */
    public static Build ecjWithoutJavac(Path output, Path source) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return run(
                List.of(
                        java,
                        "--limit-modules",
                        "java.compiler,java.logging,java.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.eclipse.jdt.internal.compiler.batch.Main",
                        "-17",
                        "-processor",
                        StepGraphProcessor.class.getName(),
                        "-cp",
                        classPath(),
                        "-d",
                        output.toString(),
                        "-s",
                        output.toString(),
                        source.toString()),
                output);
    }

    /** With the command line of a compiler. */
    public static Build run(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Build(output, said.lines().toList());
    }

    private static Build run(
            JavaCompiler compiler, Processor processor, Path output, List<Path> sources, List<String> options)
            throws IOException {
        List<String> all =
                new ArrayList<>(List.of("-encoding", "UTF-8", "-d", output.toString(), "-s", output.toString()));
        if (!options.contains("--module-path") && !options.contains("-cp")) {
            all.addAll(List.of("-cp", classPath()));
        }
        all.addAll(options);
        DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(heard, Locale.ENGLISH, null)) {
            JavaCompiler.CompilationTask task = compiler.getTask(
                    Writer.nullWriter(), files, heard, all, null, files.getJavaFileObjectsFromPaths(sources));
            task.setProcessors(List.of(processor));
            task.call();
        }
        return new Build(
                output, heard.getDiagnostics().stream().map(Build::line).toList());
    }

    private static String line(Diagnostic<? extends JavaFileObject> diagnostic) {
        JavaFileObject source = diagnostic.getSource();
        String file =
                source == null ? "" : Path.of(source.toUri()).getFileName().toString();
        return file + ":" + diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ENGLISH);
    }

    private static String classPath() {
        return joined(ClassPath.ofAnAgent());
    }

    /** The class path of an agent that finds Jackson too. */
    public static String classPathOfModules() {
        return joined(ClassPath.modules());
    }

    /** The class path of an agent that finds more. */
    public static String classPathAnd(Path more) {
        return classPath() + File.pathSeparator + more;
    }

    /** For an agent in a named module: what the runtime's own module needs is on it too. */
    public static String modulePath() {
        return joined(ClassPath.modules());
    }

    static String joined(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** The sources of an agent, in a folder of its own. */
    public static List<Path> agent(String name) {
        return javaFilesIn(AGENTS.resolve(name));
    }

    private static List<Path> javaFilesIn(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a source for a build. */
    public static Path source(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** The findings in generated files and those without a file. */
    public List<String> saidOfGenerated() {
        return said.stream()
                .filter(line -> line.matches("(?s)(\\w*(Graph|Step)\\.java)?:.*"))
                .toList();
    }

    /** A generated file. */
    public String text(String path) throws IOException {
        return Files.readString(output.resolve(path));
    }

    /** All that was generated, by path. */
    public Map<String, String> generated() throws IOException {
        Map<String, String> generated = new TreeMap<>();
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = output.relativize(file).toString().replace(File.separatorChar, '/');
                if (!path.endsWith(".class")) {
                    generated.put(path, Files.readString(file));
                }
            }
        }
        return generated;
    }
}
