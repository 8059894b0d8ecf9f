package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Ecj;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;

/** An agent may use types that another processor generates in the same build. */
final class OtherProcessorsIT {

    private static final String AGENT = """
            package example;

            import static example.AgentGraph.*;
            import static io.stepgraph.StepGraph.END;

            import io.stepgraph.Interrupt;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            @StepGraph(start = "draft")
            public final class Agent {
                @Step(next = {"approve", END})
                DraftNext draft(GeneratedEssay essay) {
                    return essay.text().isEmpty() ? DraftNext.end() : DraftNext.approve();
                }

                @Interrupt(answer = GeneratedEssay.Approved.class, next = "keep")
                GeneratedEssay.Question approve(GeneratedEssay essay) {
                    return new GeneratedEssay.Question();
                }

                @Step(next = END)
                void keep(GeneratedEssay essay, GeneratedEssay.Approved approved) {}

                static Object run(GeneratedEssay essay) {
                    return AgentGraph.of(new Agent()).machine();
                }
            }
            """;

    private static final String ESSAY = """
            package example;

            public record GeneratedEssay(String text) {
                public record Question() {}

                public record Approved() {}
            }
            """;

    @Test
    void theirTypesAreFoundOnJavac() throws IOException {
        try (Compiler javac = new Javac()) {
            assertThat(javac.compile("Agent.java", AGENT, new EssayWriter())).isEmpty();
        }
    }

    @Test
    void theirTypesAreFoundOnEcj() throws IOException {
        try (Compiler ecj = new Ecj()) {
            assertThat(ecj.compile("Agent.java", AGENT, new EssayWriter())).isEmpty();
        }
    }

    private static final class EssayWriter extends AbstractProcessor {

        private boolean written;

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return Set.of("*");
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latestSupported();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            if (!written) {
                written = true;
                try (Writer file = processingEnv
                        .getFiler()
                        .createSourceFile("example.GeneratedEssay")
                        .openWriter()) {
                    file.write(ESSAY);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return false;
        }
    }
}
