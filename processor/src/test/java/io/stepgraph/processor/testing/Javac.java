package io.stepgraph.processor.testing;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.processing.Processor;
import javax.tools.JavaFileManager.Location;
import javax.tools.JavaFileObject;

/** The javac of this JVM, run by compile-testing. */
public final class Javac implements Compiler {

    /**
     * Asks for Java 17. JDK 17 does not need that option, with which javac reopens its symbol file for each
     * compilation.
     */
    static final List<String> RELEASE = Runtime.version().feature() == 17 ? List.of() : List.of("--release", "17");

    /** Fixtures hold several classes in one file, so that javac is not asked to warn of auxiliary ones. */
    public static final List<String> OPTIONS = with(RELEASE, "-Xlint:all,-processing,-auxiliaryclass");

    /**
     * A user's build that has all warnings on and accepts none; but javac warns of annotations that are left to other
     * processors.
     */
    static final List<String> NO_WARNINGS = with(RELEASE, "-Xlint:all,-processing", "-Werror");

    private final List<String> options;

    public Javac() {
        this(OPTIONS);
    }

    public Javac(List<String> options) {
        this.options = options;
    }

    /** Compiles one source, with other processors beside ours. */
    public Compilation compilation(JavaFileObject source, Processor... others) {
        return compile(List.of(source), options, others);
    }

    /** Compiles files with every warning on; a warning is an error. */
    public static Compilation strictly(List<Path> sources, String... more) {
        return compile(sources.stream().map(Javac::file).toList(), with(NO_WARNINGS, more));
    }

    /** Options, and more of them behind. */
    public static List<String> with(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(Arrays.asList(more));
        return List.copyOf(all);
    }

    private static Compilation compile(List<JavaFileObject> sources, List<String> options, Processor... others) {
        return com.google.testing.compile.Compiler.javac()
                .withClasspath(ClassPath.ofAnAgent().stream().map(Path::toFile).toList())
                .withOptions(options)
                .withProcessors(Compiler.withOurs(others))
                .compile(sources);
    }

    /** A generated file, byte for byte. */
    public static String text(Compilation compilation, Location location, String path) throws IOException {
        try (InputStream in =
                compilation.generatedFile(location, path).orElseThrow().openInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A source file on the disk. */
    public static JavaFileObject file(Path source) {
        try {
            return JavaFileObjects.forResource(source.toUri().toURL());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A source that stands nowhere but in a test. */
    public static JavaFileObject source(String name, String text) {
        return JavaFileObjects.forSourceString(name.replace(".java", ""), text);
    }

    @Override
    public List<Finding> compile(String name, String source, Processor... others) {
        return Finding.all(compilation(source(name, source), others));
    }

    @Override
    public void close() {}
}
