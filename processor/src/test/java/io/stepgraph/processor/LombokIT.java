package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent may store classes that Lombok completes, although Lombok changes them only after this processor has read
 * them. On javac, Lombok is a processor, before ours or behind it; on ecj it is an agent of the JVM.
 */
final class LombokIT {

    private static final String LOMBOK = "lombok.launch.AnnotationProcessorHider$AnnotationProcessor";
    private static final String OURS = StepGraphProcessor.class.getName();
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    Path folder;

    @Test
    @Tag("nightly")
    void itsValuesAreAnswersOnJavacIfLombokComesFirst() throws Exception {
        assertRuns(javac(LOMBOK + "," + OURS, Build.agent("lombok")));
    }

    @Test
    void itsValuesAreAnswersOnJavacIfLombokComesLast() throws Exception {
        assertRuns(javac(OURS + "," + LOMBOK, Build.agent("lombok")));
    }

    @Test
    void itsValuesAreAnswersOnEcj() throws Exception {
        List<String> ecj = List.of(
                java("java"),
                "-javaagent:" + lombok() + "=ECJ",
                "-cp",
                CLASS_PATH,
                "org.eclipse.jdt.internal.compiler.batch.Main",
                "-17",
                "-nowarn");
        assertRuns(compile(ecj, OURS, Build.agent("lombok")));
    }

    @Test
    void aValueThatStaysOpenIsNoAnswer() throws Exception {
        String source = Files.readString(Build.agent("lombok").get(0))
                .replace("public sealed interface Decision permits Approved, Rejected", "public interface Decision")
                .replace("answer = Decision.class", "answer = {Approved.class, Rejected.class}")
                .replace("public static class Rejected", "@lombok.experimental.NonFinal public static class Rejected");
        Path file = Build.source(folder, "src/Letters.java", source);
        assertThat(javac(LOMBOK + "," + OURS, List.of(file)).said())
                .filteredOn(line -> line.contains("error:"))
                .singleElement()
                .asString()
                .contains("Rejected is not closed")
                .endsWith("[OpenAnswer]");
    }

    private Build javac(String processors, List<Path> sources) throws Exception {
        return compile(List.of(java("javac"), "-encoding", "UTF-8"), processors, sources);
    }

    private Build compile(List<String> compiler, String processors, List<Path> sources) throws Exception {
        Path output = Files.createDirectories(folder.resolve("out"));
        List<String> command = new ArrayList<>(compiler);
        command.addAll(List.of("-parameters", "-cp", Build.classPathAnd(Path.of(lombok()))));
        command.addAll(List.of("-processorpath", CLASS_PATH, "-processor", processors));
        command.addAll(List.of("-d", output.toString(), "-s", output.toString()));
        sources.forEach(source -> command.add(source.toString()));
        return Build.run(command, output);
    }

    private static void assertRuns(Build build) throws Exception {
        assertThat(build.said()).allMatch(line -> line.startsWith("WARNING: "), "is the JVM's own warning of Lombok");
        try (Program program = new Program(build)) {
            assertThat(program.call("letters.Letters", "drive"))
                    .isEqualTo("Letters.Question(text=Dear Bob, words=2) Letters.Sent(signature=Dear Bob Ada)");
        }
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    private static String lombok() {
        return Arrays.stream(CLASS_PATH.split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("lombok-"))
                .findFirst()
                .orElseThrow();
    }
}
