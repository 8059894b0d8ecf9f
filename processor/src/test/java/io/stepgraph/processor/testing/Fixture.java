package io.stepgraph.processor.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;

/**
 * A source with what compilers are expected to say of it, which stands beside it in a file {@code .txt}: one finding a
 * line, {@code line:column: kind: message}. What is said by one compiler only has its name in front.
 */
public record Fixture(String name, String source, List<String> expected) {

    private static final Path ROOT = Path.of("src/test/resources");

    /** All fixtures of a folder, by name. */
    public static List<Fixture> all(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(Fixture::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fixture of that name in a folder. */
    public static Fixture named(String folder, String name) {
        return read(ROOT.resolve(folder).resolve(name + ".java"));
    }

    private static Fixture read(Path file) {
        try {
            String name = file.getFileName().toString().replace(".java", "");
            Path expected = file.resolveSibling(name + ".txt");
            return new Fixture(
                    name, Files.readString(file), Files.exists(expected) ? Files.readAllLines(expected) : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The mistake that this fixture makes: what comes before the dash in its name. */
    public String id() {
        return name.replaceAll("-.*", "");
    }

    /** The source, for javac. */
    public JavaFileObject file() {
        return Javac.source(name, source);
    }

    public List<String> expectedOfJavac() {
        return expectedOf("javac ", "ecj ");
    }

    /** Without columns. */
    public List<String> expectedOfEcj() {
        return expectedOf("ecj ", "javac ").stream()
                .map(line -> line.replaceFirst("^(\\d+):\\d+:", "$1:"))
                .toList();
    }

    private List<String> expectedOf(String compiler, String other) {
        return expected.stream()
                .filter(line -> !line.startsWith(other))
                .map(line -> line.startsWith(compiler) ? line.substring(compiler.length()) : line)
                .toList();
    }

    /** The findings of a compiler for this fixture. */
    public List<String> heard(List<Finding> findings) {
        return findings.stream().map(Finding::toString).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
