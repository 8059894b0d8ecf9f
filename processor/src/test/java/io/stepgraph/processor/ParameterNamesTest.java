package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R12: a constructor with parameters is refused only if javac leaves their names out of the class file. */
final class ParameterNamesTest {

    private static final String AGENT =
            Fixture.named("mistakes", "UnstorableType-parameters").source();

    @TempDir
    private Path folder;

    @Test
    void aConstructorWithoutNamesIsRefused() throws IOException {
        assertThat(said(AGENT)).hasSize(1).allMatch(line -> line.startsWith("Agent.java:11: Essay.section"));
    }

    @Test
    void itsClassFileIsDeletedSoThatTheNextBuildReportsAgain() throws IOException {
        said(AGENT);
        assertThat(folder.resolve("out/example/Section.class")).doesNotExist();
    }

    /** Maven looks for the class that a source file is named after. */
    @Test
    void itsSourceFileLooksUncompiledToo() throws IOException {
        said(AGENT);
        assertThat(folder.resolve("out/example/Essay.class")).exists();
        assertThat(folder.resolve("out/example/Agent.class")).doesNotExist();
    }

    @Test
    void namesInTheClassFileAreEnough() throws IOException {
        assertThat(said(AGENT, "-parameters")).isEmpty();
    }

    @Test
    void itIsSilencedOnTheAgent() throws IOException {
        String silenced = AGENT.replace("@StepGraph(", "@SuppressWarnings(\"stepgraph:UnstorableType\") @StepGraph(");
        assertThat(said(silenced)).isEmpty();
    }

    @Test
    void aClassOfAnotherBuildIsLeftToTheRuntime() throws IOException {
        int types = AGENT.indexOf("final class Essay");
        Path library = Files.createDirectories(folder.resolve("library"));
        Path stored = Build.source(folder, "Essay.java", "package example;\n" + AGENT.substring(types));
        Build.javac(library, List.of(stored), "-Xlint:-auxiliaryclass");
        assertThat(said(AGENT.substring(0, types), "-cp", Build.classPathAnd(library)))
                .isEmpty();
    }

    private List<String> said(String source, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-Xlint:-auxiliaryclass");
        Path output = Files.createDirectories(folder.resolve("out"));
        Path agent = Build.source(folder, "Agent.java", source);
        return Build.javac(output, List.of(agent), all.toArray(String[]::new)).said();
    }
}
