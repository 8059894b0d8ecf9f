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
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent may use types that another processor generates in the same build, in whatever round. */
final class OtherProcessorsIT {

    private static final int LAST = 0;

    private static final String AGENT = """
            package example;

            import static example.AgentGraph.*;
            import static io.stepgraph.StepGraph.END;

            import io.stepgraph.GatedBy;
            import io.stepgraph.Interrupt;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;
            import io.stepgraph.runtime.StepContext;

            @StepGraph(start = "draft")
            public final class Agent {
                @Step(next = {"approve", END})
                DraftNext draft(Essay essay, StepContext<Progress> context) {
                    return essay.text().isEmpty() ? DraftNext.end() : DraftNext.approve(null);
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

            record Held(String text) {}

            """;

    /** A refusal leads to the gated step. */
    private static final String BYPASS = AGENT.replace(
            "@Step(next = END)\n    void drop(Essay essay, Rejected rejected) {}",
            "@Step(next = \"keep\")\n    Note drop(Essay essay, Rejected rejected) {\n        return null;\n    }");

    private static final Map<String, String> TYPES = Map.of(
            "Essay", "public record Essay(String text) {}",
            "Progress", "record Progress(String text) {}",
            "Wish", "record Wish(String text) {}",
            "Question", "record Question(java.util.List<? extends Held> held) {}",
            "Note", "final class Note extends Above { public Held[] held; }",
            "Above", "class Above { public String text; }",
            "Decision", "sealed interface Decision permits Approved, Rejected {}",
            "Approved", "record Approved() implements Decision {}",
            "Rejected", "record Rejected() implements Decision {}");

    /** Each type of the agent by itself, so as to be unknown in one place: what is missing in a list of permits is an answer. */
    static Stream<String> types() {
        return Stream.concat(TYPES.keySet().stream().sorted(), Stream.of("Held"));
    }

    private static List<Finding> compile(boolean onEcj, String agent, Map<Integer, List<String>> written)
            throws IOException {
        StringBuilder source = new StringBuilder(agent);
        for (Map.Entry<String, String> type : TYPES.entrySet()) {
            boolean isWritten = written.values().stream().anyMatch(names -> names.contains(type.getKey()));
            source.append(isWritten ? "" : type.getValue() + "\n");
        }
        boolean isHeldWritten = written.values().stream().anyMatch(names -> names.contains("Held"));
        String all = source.toString().replace(isHeldWritten ? "record Held(String text) {}" : "~", "");
        try (Compiler compiler = onEcj ? new Ecj() : new Javac()) {
            return compiler.compile("Agent.java", all.replace("public record", "record"), new TypeWriter(written));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aTypeOfALaterRoundIsKnownWhenTheAgentIsChecked(String type) throws IOException {
        for (boolean onEcj : List.of(false, true)) {
            assertThat(compile(onEcj, AGENT, Map.of(2, List.of(type)))).isEmpty();
            assertThat(compile(onEcj, BYPASS, Map.of(3, List.of(type))))
                    .singleElement()
                    .asString()
                    .endsWith("[UngatedPath]");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void soAreTypesOfSeveralRounds(boolean onEcj) throws IOException {
        Map<Integer, List<String>> written =
                Map.of(1, List.of("Above"), 3, List.of("Rejected"), 6, List.of("Held", "Essay"));
        assertThat(compile(onEcj, AGENT, written)).isEmpty();
        assertThat(compile(onEcj, BYPASS, written)).singleElement().asString().endsWith("[UngatedPath]");
    }

    @ParameterizedTest
    @MethodSource("types")
    void aTypeThatNeverAppearsIsReportedByTheCompilerAlone(String type) throws IOException {
        for (boolean onEcj : List.of(false, true)) {
            assertThat(compile(onEcj, BYPASS, Map.of(99, List.of(type))))
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.message())
                            .isEqualTo(onEcj ? type + " cannot be resolved to a type" : "cannot find symbol"));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aTypeOfTheLastRoundIsReportedAsTooLate(String type) throws IOException {
        assertThat(compile(false, AGENT, Map.of(LAST, List.of(type))))
                .extracting(Finding::message)
                .filteredOn(message -> !message.equals("cannot find symbol"))
                .containsExactly(
                        "File for type 'example." + type
                                + "' created in the last round will not be subject to annotation processing.",
                        type + " was written too late: let its processor run in an earlier round. [WrittenTooLate]");
        // ecj finds the type only if its processor runs before ours
        assertThat(compile(true, AGENT, Map.of(LAST, List.of(type))))
                .extracting(Finding::message)
                .containsExactly(
                        type + " was written too late: let its processor run in an earlier round. [WrittenTooLate]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void soIsATypeForWhichNoRoundWaits(boolean onEcj) throws IOException {
        assertThat(compile(onEcj, AGENT, Map.of(4, List.of("Approved"))))
                .extracting(Finding::message)
                .containsExactly(
                        "Approved was written too late: let its processor run in an earlier round. [WrittenTooLate]");
    }

    @Test
    void ourAnnotationsAreLeftToOthersToo() {
        TypeWriter other = new TypeWriter(Map.of());
        new Javac().compile("Agent.java", AGENT, other);
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
                file.write("package example;\n" + TYPES.getOrDefault(type, "record Held(String text) {}"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
