package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the user's build warns of, generated code gives it no reason to. */
final class CleanCodeTest {

    @TempDir
    Path folder;

    /**
     * {@code odd}: types and steps called like those of java.lang, of the runtime and of generated code. {@code plain}:
     * the default package. {@code deep}: nested three times, generic types.
     */
    @ParameterizedTest
    @ValueSource(strings = {"review", "loop", "odd", "plain", "deep"})
    void compilesWithoutAWarningOnJavac(String agent) throws IOException {
        assertThat(Build.javac(folder, Build.agent(agent)).said()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"review", "loop", "odd", "plain", "deep"})
    void compilesWithoutAWarningOnEcj(String agent) throws IOException {
        Build build = Build.ecj(folder, Build.agent(agent));
        assertThat(build.saidOfGenerated()).isEmpty();
        assertThat(build.said()).noneMatch(line -> line.contains("ERROR"));
    }

    @Test
    void itsDocumentationIsComplete() throws IOException {
        Build build = Build.javac(folder, Build.agent("review"), "-Xdoclint:all/protected");
        assertThat(build.said()).anyMatch(line -> line.startsWith("ReviewAgent.java:") && line.endsWith("no comment"));
        assertThat(build.saidOfGenerated()).noneMatch(line -> line.endsWith("no comment"));
    }

    /** The engine stands on the module path, and a module that requires the runtime only does not see it. */
    @Test
    void generatedCodeUsesTheRuntimeAlone() throws IOException {
        List<Path> sources = new ArrayList<>(Build.agent("loop"));
        sources.add(Build.source(
                folder, "in/module-info.java", "module app { requires io.stepgraph.runtime; exports loop; }"));
        Build build = Build.javac(folder.resolve("out"), sources, "--module-path", Build.modulePath());
        assertThat(build.saidOfGenerated()).isEmpty();
        assertThat(folder.resolve("out/loop/LoopAgentGraph.class")).exists();
    }

    @Test
    void compilesInANamedModule() throws IOException {
        List<Path> sources = new ArrayList<>(Build.agent("review"));
        sources.add(Build.source(
                folder, "in/module-info.java", "module app { requires io.stepgraph.runtime; exports example; }"));
        Build build = Build.javac(folder.resolve("out"), sources, "--module-path", Build.modulePath());
        // warnings of what the agent itself exports are its own affair, and show that javac got that far
        assertThat(build.said()).anyMatch(line -> line.contains("ReviewAgent.Essay in exported package"));
        assertThat(build.saidOfGenerated()).isEmpty();
    }
}
