package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Ecj;
import io.stepgraph.processor.testing.Finding;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent may use types that another processor generates in the same build, in whatever round. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OtherProcessorsIT {

    private static final int LAST = 0;

    private static final String AGENT = """
            package example;

            import static io.stepgraph.StepGraph.END;

            import io.stepgraph.GatedBy;
            import io.stepgraph.Interrupt;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;
            import io.stepgraph.runtime.StepContext;

            @StepGraph(start = "draft")
            final class Agent {
                @Step(next = {"approve", END})
                AgentGraph.DraftNext draft(Essay essay, StepContext<Progress> context) {
                    return essay.text().isEmpty() ? AgentGraph.DraftNext.end() : AgentGraph.DraftNext.approve(null);
                }

                @Interrupt(answer = Decision.class, next = {"note", "drop"})
                Question approve(Essay essay, Wish wish) {
                    return null;
                }

                @Step(next = "keep")
                Note note(Essay essay, Approved approved) {
                    return null;
                }

                @Step(next = END)
                @GatedBy(value = "approve", answer = Approved.class)
                void keep(Essay essay, Note note) {}

                @Step(next = END)
                void drop(Essay essay, Rejected rejected) {}

                static Object run(Essay essay) {
                    return AgentGraph.of(new Agent()).machine();
                }
            }
            """;

    /** Another agent in the same file, of which a refusal leads to the gated step. */
    private static final String BYPASS = AGENT.substring(AGENT.indexOf("@StepGraph("))
            .replace("Agent", "Bypass")
            .replace(
                    "@Step(next = END)\n    void drop(Essay essay, Rejected rejected) {}",
                    "@Step(next = \"keep\")\n    Note drop(Essay essay, Rejected rejected) {\n        return null;\n    }");

    private static final Map<String, String> TYPES = Map.of(
            "Essay", "record Essay(String text) {}",
            "Progress", "record Progress(String text) {}",
            "Wish", "record Wish(String text) {}",
            "Question", "record Question(java.util.List<? extends Held> held) {}",
            "Note", "final class Note extends Above { public Held[] held; }",
            "Above", "class Above { public String text; }",
            "Held", "record Held(String text) {}",
            "Decision", "sealed interface Decision permits Approved, Rejected {}",
            "Approved", "record Approved() implements Decision {}",
            "Rejected", "record Rejected() implements Decision {}");

    @AutoClose
    private final Compiler javac = new Javac();

    @AutoClose
    private final Compiler ecj = new Ecj();

    private final List<Compiler> both = List.of(javac, ecj);

    OtherProcessorsIT() throws IOException {}

    /**
     * Each type of the agent by itself, so as to be unknown in one place: what is missing in a list of permits is an
     * answer.
     */
    static Stream<String> types() {
        return TYPES.keySet().stream().sorted();
    }

    private static List<Finding> compile(Compiler compiler, String agents, Map<Integer, List<String>> written)
            throws IOException {
        String present = types().filter(type -> written.values().stream().noneMatch(names -> names.contains(type)))
                .map(TYPES::get)
                .collect(Collectors.joining("\n"));
        return compiler.compile("Agent.java", agents + present, new TypeWriter(written));
    }

    private void assertOnlyTheBypassIsReported(Map<Integer, List<String>> written) throws IOException {
        for (Compiler compiler : both) {
            assertThat(compile(compiler, AGENT + BYPASS, written))
                    .extracting(Finding::message)
                    .singleElement()
                    .asString()
                    .startsWith("'keep' ")
                    .endsWith("[UngatedPath]");
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aTypeOfALaterRoundIsKnownWhenTheAgentIsChecked(String type) throws IOException {
        assertOnlyTheBypassIsReported(Map.of(3, List.of(type)));
    }

    @Test
    void soAreTypesOfSeveralRounds() throws IOException {
        assertOnlyTheBypassIsReported(Map.of(1, List.of("Above"), 3, List.of("Rejected"), 6, List.of("Held", "Essay")));
    }

    @Test
    void typesThatNeverAppearAreReportedByTheCompilerAlone() throws IOException {
        Map<Integer, List<String>> never = Map.of(99, types().toList());
        assertThat(compile(javac, AGENT + BYPASS, never))
                .extracting(Finding::message)
                .containsOnly("cannot find symbol");
        assertThat(compile(ecj, AGENT + BYPASS, never))
                .isNotEmpty()
                .allMatch(finding -> finding.message().endsWith(" cannot be resolved to a type"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Approved", "Held"})
    void aTypeOfTheLastRoundIsReportedAsTooLate(String type) throws IOException {
        String tooLate = type + " was written too late: let its processor run in an earlier round. [WrittenTooLate]";
        assertThat(compile(javac, AGENT, Map.of(LAST, List.of(type))))
                .extracting(Finding::message)
                .filteredOn(message -> !message.equals("cannot find symbol"))
                .containsExactly(
                        "File for type 'example." + type
                                + "' created in the last round will not be subject to annotation processing.",
                        tooLate);
        // ecj finds the type only if its processor runs before ours
        assertThat(compile(ecj, AGENT, Map.of(LAST, List.of(type))))
                .extracting(Finding::message)
                .containsExactly(tooLate);
    }

    @Test
    void soIsATypeForWhichNoRoundWaits() throws IOException {
        for (Compiler compiler : both) {
            assertThat(compile(compiler, AGENT, Map.of(4, List.of("Approved"))))
                    .extracting(Finding::message)
                    .containsExactly(
                            "Approved was written too late: let its processor run in an earlier round. [WrittenTooLate]");
        }
    }

    @Test
    void ourAnnotationsAreLeftToOthersToo() throws IOException {
        TypeWriter other = new TypeWriter(Map.of());
        javac.compile("Agent.java", AGENT, other);
        assertThat(other.seen).contains("io.stepgraph.StepGraph", "io.stepgraph.Step");
    }

    /** Writes types by the number of the round. */
    private static final class TypeWriter extends AbstractProcessor {

        private final Map<Integer, List<String>> written;
        private final Set<String> seen = new HashSet<>();
        private int round;

        TypeWriter(Map<Integer, List<String>> written) {
            this.written = written;
        }

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return Set.of("*");
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latestSupported();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment environment) {
            round++;
            annotations.forEach(
                    annotation -> seen.add(annotation.getQualifiedName().toString()));
            written.getOrDefault(environment.processingOver() ? LAST : round, List.of())
                    .forEach(this::write);
            return false;
        }

        private void write(String type) {
            try (Writer file =
                    processingEnv.getFiler().createSourceFile("example." + type).openWriter()) {
                file.write("package example;\n" + TYPES.get(type));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
