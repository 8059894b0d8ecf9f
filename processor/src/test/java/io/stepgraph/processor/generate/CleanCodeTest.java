package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.OtherJdk;
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
     * {@code odd}: types and steps called like those of java.lang, of the runtime and of generated code. {@code plain}: the
     * default package. {@code deep}: nested three times, generic types.
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
    void compilesWithoutAWarningOnANewerJavac() throws IOException {
        OtherJdk newer = OtherJdk.findNewer();
        List<Path> sources = new ArrayList<>();
        for (String agent : List.of("review", "loop", "odd", "plain", "deep")) {
            sources.addAll(Build.agent(agent));
        }
        assertThat(Build.javac(newer, folder, sources).said()).isEmpty();
    }

    @Test
    void itsDocumentationIsComplete() throws IOException {
        Build build = Build.javac(folder, Build.agent("review"), "-Xdoclint:all/protected");
        assertThat(build.said()).anyMatch(line -> line.startsWith("ReviewAgent.java:") && line.endsWith("no comment"));
        assertThat(build.saidOfGenerated()).noneMatch(line -> line.endsWith("no comment"));
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

    @Test
    void compilesForHundredsOfSteps() throws IOException {
        int last = 599;
        StringBuilder agent = new StringBuilder("""
                package huge;
                @io.stepgraph.StepGraph(start = "step0")
                @SuppressWarnings("stepgraph:UnboundedLoop")
                final class Huge {
                    record State(String text) {}
                    record Notes(String text) {}
                """);
        for (int i = 0; i < last; i++) {
            agent.append("""
                        @io.stepgraph.Step(next = {"step%2$d", "step%3$d"})
                        HugeGraph.Step%1$dNext step%1$d(State state, Notes notes) {
                            return HugeGraph.Step%1$dNext.step%2$d(notes);
                        }
                    """.formatted(i, i + 1, i + 1 == last ? 0 : last));
        }
        agent.append("@io.stepgraph.Step(next = \"<end>\") void step%d(State state, Notes notes) {} }".formatted(last));
        Path source = Build.source(folder, "Huge.java", agent.toString());

        Build build = Build.javac(folder, List.of(source));
        assertThat(build.said()).isEmpty();
        assertThat(folder.resolve("huge/HugeGraph$Step598Next.class")).exists();
    }
}
