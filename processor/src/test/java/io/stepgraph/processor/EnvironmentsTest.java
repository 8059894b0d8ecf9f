package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Fixture;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The processor under build tools: those that build on an earlier output, and those that stand between it and javac.
 */
final class EnvironmentsTest {

    private static final Fixture AGENT = Fixture.named("correct", "Loops");

    /** An earlier form of {@link #AGENT}, whose {@code PublishNext} had other transitions. */
    private static final String EARLIER = AGENT.source()
            .replace("next = {\"approve\", END}", "next = {\"critique\", END}")
            .replace("@GatedBy(\"approve\")", "");

    private static final String NO_AUXILIARY = "-Xlint:-auxiliaryclass";

    @Test
    void outputOfAnEarlierBuildIsNoObstacle(@TempDir Path folder) throws IOException {
        Path earlier = Files.createDirectory(folder.resolve("earlier"));
        Path now = Files.createDirectory(folder.resolve("now"));
        Build first = Build.javac(earlier, List.of(Build.source(folder, "earlier/Loops.java", EARLIER)), NO_AUXILIARY);
        assertThat(first.said()).isEmpty();
        assertThat(earlier.resolve("example/AgentGraph$PublishNext.class")).exists();

        Path source = Build.source(folder, "now/Loops.java", AGENT.source());
        Build second = Build.javac(now, List.of(source), "-cp", Build.classPathAnd(earlier), NO_AUXILIARY);
        assertThat(second.said()).isEmpty();
    }

    @Test
    void outputOfAnEarlierBuildAmongTheSourcesIsReportedAsSuch(@TempDir Path folder) throws IOException {
        Path earlier = Files.createDirectory(folder.resolve("earlier"));
        Path source = Build.source(folder, "Loops.java", AGENT.source());
        Build.javac(earlier, List.of(source), NO_AUXILIARY);
        List<Path> sources =
                List.of(source, earlier.resolve("example/AgentGraph.java"), earlier.resolve("example/AgentStep.java"));
        for (Build build : List.of(
                Build.javac(Files.createDirectory(folder.resolve("javac")), sources, NO_AUXILIARY),
                Build.ecj(Files.createDirectory(folder.resolve("ecj")), sources, "-nowarn"))) {
            assertThat(build.said())
                    .singleElement()
                    .asString()
                    .startsWith("Loops.java:")
                    .contains("include example.AgentGraph, which an earlier build generated for Agent")
                    .endsWith("[GeneratedNameTaken]");
        }
    }

    @Test
    void aBuildToolThatWrapsJavacCostsTheExactColumn(@TempDir Path folder) throws IOException {
        Fixture fixture = Fixture.named("mistakes", "WrongReturn");
        Path source = Build.source(folder, "WrongReturn.java", fixture.source());
        Build build = Build.with(new Wrapped(), folder, List.of(source));
        String expected = fixture.expectedOfJavac().get(0).replaceFirst(":\\d+: error", "");
        assertThat(build.said()).containsExactly("WrongReturn.java:" + expected);
    }

    @Test
    void aBuildToolThatWrapsJavacHidesDirectCalls(@TempDir Path folder) throws IOException {
        Path source = Build.source(
                folder,
                "DirectCall.java",
                Fixture.named("mistakes", "DirectCall").source());
        assertThat(Build.with(new StepGraphProcessor(), folder, List.of(source)).said())
                .singleElement()
                .asString()
                .contains("[DirectCall]");
        assertThat(Build.with(new Wrapped(), folder, List.of(source)).said()).isEmpty();
    }

    @Test
    void ecjNeedsNoJavacBesideIt(@TempDir Path folder) throws Exception {
        Path source = Build.source(folder, "Loops.java", AGENT.source());
        assertThat(Build.ecjWithoutJavac(folder, source).said()).isEmpty();
        assertThat(folder.resolve("example/AgentGraph.class")).exists();
    }

    @Test
    void namesThatTheEncodingLacksAreWrittenAsEscapes(@TempDir Path folder) throws IOException {
        String source = """
                @io.stepgraph.StepGraph(start = "pr\\u00fcfe", name = "\\u65e5\\u672c")
                final class Agent {
                    @io.stepgraph.Step(next = io.stepgraph.StepGraph.END, formerly = "\\ud83d\\ude00")
                    void pr\\u00fcfe(Essay essay) {}

                    record Essay(String text) {}

                    static Object use() {
                        return AgentStep.PR\\u00dcFE + " of " + AgentGraph.of(new Agent()).machine();
                    }
                }
                """;
        List<Path> sources = List.of(Build.source(folder, "Agent.java", source));
        for (Build build : List.of(
                Build.javac(folder.resolve("javac"), sources, "-encoding", "US-ASCII"),
                Build.ecj(folder.resolve("ecj"), sources, "-encoding", "US-ASCII", "-nowarn"))) {
            assertThat(build.said()).isEmpty();
            assertThat(build.text("AgentStep.java")).contains("PR\\u00dcFE");
            assertThat(build.text("AgentGraph.java")).contains("\"\\ud83d\\ude00\"");
        }
    }

    /** Hands the processor another object than javac's own environment. */
    private static final class Wrapped extends AbstractProcessor {

        private final StepGraphProcessor wrapped = new StepGraphProcessor();

        @Override
        public synchronized void init(ProcessingEnvironment environment) {
            wrapped.init((ProcessingEnvironment) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {ProcessingEnvironment.class},
                    (proxy, method, arguments) -> {
                        try {
                            return method.invoke(environment, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return wrapped.getSupportedAnnotationTypes();
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return wrapped.getSupportedSourceVersion();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            return wrapped.process(annotations, round);
        }
    }
}
