package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Call;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples in the Javadoc of what an agent is written with are parts of agents that compile. */
final class ExamplesTest {

    private static final Path EXAMPLES = Path.of("src/test/resources/examples");
    private static final Path ANNOTATIONS = Path.of("../annotations/src/main/java/io/stepgraph");
    private static final Path RUNTIME = Path.of("../runtime/core/src/main/java/io/stepgraph/runtime");
    private static final Pattern BLOCK = Pattern.compile("<pre>\\{@code\\n(.*?)\\n\\s*\\* }</pre>", Pattern.DOTALL);

    @TempDir
    Path folder;

    static Stream<Class<?>> annotations() {
        return Stream.of(
                StepGraph.class,
                Step.class,
                Interrupt.class,
                Wait.class,
                Call.class,
                Retry.class,
                GatedBy.class,
                AnsweredBy.class,
                MaxVisits.class,
                RequiresMode.class);
    }

    static Stream<Path> documented() throws IOException {
        try (Stream<Path> files = Files.list(ANNOTATIONS)) {
            return Stream.concat(
                    files.toList().stream(),
                    Stream.of("StepContext.java", "Answered.java", "Expired.java")
                            .map(RUNTIME::resolve));
        }
    }

    @Test
    void everyExampleCompilesWithoutAWarning() throws IOException {
        assertThat(Build.javac(folder.resolve("javac"), agents()).said()).isEmpty();
        assertThat(Build.ecj(folder.resolve("ecj"), agents()).saidOfGenerated()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documented")
    void whatTheJavadocShowsStandsInAnExample(Path source) throws IOException {
        List<String> whole = agents().stream().map(ExamplesTest::withoutBlanks).toList();
        for (String block : blocks(source)) {
            assertThat(whole).as(block).anyMatch(agent -> agent.contains(withoutBlanks(block)));
        }
    }

    @ParameterizedTest
    @MethodSource("annotations")
    void everyElementIsShown(Class<?> annotation) throws IOException {
        String shown = String.join("\n", blocks(ANNOTATIONS.resolve(annotation.getSimpleName() + ".java")));
        assertThat(shown).contains("@" + annotation.getSimpleName() + "(");
        assertThat(Arrays.stream(annotation.getDeclaredMethods()).map(Method::getName))
                .allMatch(element -> element.equals("value") || shown.contains(element + " = "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"StepContext.java", "Answered.java", "Expired.java"})
    void soIsWhatAStepIsGiven(String type) throws IOException {
        assertThat(blocks(RUNTIME.resolve(type))).isNotEmpty();
    }

    private static List<String> blocks(Path source) throws IOException {
        return BLOCK.matcher(Files.readString(source))
                .results()
                .map(block -> block.group(1).replaceAll("(?m)^\\s*\\* ?", ""))
                .toList();
    }

    private static List<Path> agents() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    private static String withoutBlanks(Path file) {
        try {
            return withoutBlanks(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutBlanks(String code) {
        return code.replaceAll("\\s+", "");
    }
}
