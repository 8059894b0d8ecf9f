package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Ecj;
import io.stepgraph.processor.testing.Finding;
import io.stepgraph.processor.testing.Fixture;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A warning can be silenced where it is given, and made an error everywhere. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WarningsTest {

    private static final String STRICT = "-Astepgraph.strict";

    private Compiler javac;
    private Compiler ecj;
    private Compiler strictJavac;
    private Compiler strictEcj;

    @BeforeAll
    void open() throws IOException {
        javac = new Javac();
        ecj = new Ecj();
        strictJavac = new Javac(Javac.with(Javac.OPTIONS, STRICT + "=true"));
        strictEcj = new Ecj(Javac.with(Ecj.OPTIONS, STRICT + "=true"));
    }

    @AfterAll
    void close() throws IOException {
        javac.close();
        ecj.close();
        strictJavac.close();
        strictEcj.close();
    }

    static Stream<Fixture> warnings() {
        return Fixture.all("mistakes").stream()
                .filter(fixture -> fixture.expected().stream()
                        .anyMatch(line -> line.contains(": warning: ") && line.endsWith("[" + fixture.id() + "]")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("warnings")
    void aWarningIsSilencedOnTheClass(Fixture fixture) throws IOException {
        String silenced = fixture.source().replace("@StepGraph(", suppress(fixture.id()) + " @StepGraph(");
        assertThat(javac.ours(fixture.name() + ".java", silenced)).isEmpty();
        assertThat(ecj.ours(fixture.name() + ".java", silenced)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("warnings")
    void silencingAnotherOneLeavesItAlone(Fixture fixture) throws IOException {
        String silenced = fixture.source().replace("@StepGraph(", suppress("WrongReturn") + " @StepGraph(");
        assertThat(javac.ours(fixture.name() + ".java", silenced)).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("warnings")
    void aWarningIsAnErrorWhereTheBuildIsStrict(Fixture fixture) throws IOException {
        assertThat(fixture.heard(strictJavac.compile(fixture))).isEqualTo(asErrors(fixture.expectedOfJavac()));
        assertThat(fixture.heard(strictEcj.compile(fixture))).isEqualTo(asErrors(fixture.expectedOfEcj()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("warnings")
    void whatIsSilencedIsNoErrorWhereTheBuildIsStrict(Fixture fixture) throws IOException {
        String silenced = fixture.source().replace("@StepGraph(", suppress(fixture.id()) + " @StepGraph(");
        assertThat(strictJavac.ours(fixture.name() + ".java", silenced)).isEmpty();
    }

    @Test
    void aWarningIsSilencedOnTheMethod() throws IOException {
        Fixture fixture = Fixture.named("mistakes", "FailureLoop");
        String silenced = fixture.source()
                .replace(
                        "@Step(next = END, onFailure = \"mend\")",
                        "@SuppressWarnings({\"unused\", \"stepgraph:FailureLoop\"})"
                                + " @Step(next = END, onFailure = \"mend\")");
        assertThat(javac.ours(fixture.name() + ".java", silenced)).isEmpty();
        assertThat(ecj.ours(fixture.name() + ".java", silenced)).isEmpty();
    }

    @Test
    void aWarningAboutAFieldIsSilencedOnTheField() throws IOException {
        Fixture fixture = Fixture.named("mistakes", "MutableAgent");
        String silenced =
                fixture.source().replace("private int count;", suppress("MutableAgent") + " private int count;");
        assertThat(javac.ours(fixture.name() + ".java", silenced)).isEmpty();
        assertThat(ecj.ours(fixture.name() + ".java", silenced)).isEmpty();
    }

    @Test
    void aWarningIsSilencedOnTheClassAround() throws IOException {
        String source = """
                package example;

                %s
                final class Around {
                    @io.stepgraph.StepGraph(start = "draft")
                    static final class Agent {
                        private int count;

                        @io.stepgraph.Step(next = io.stepgraph.StepGraph.END)
                        void draft(Essay essay) {
                            essay.text += count++;
                        }
                    }

                    static final class Essay {
                        public String text = "";
                    }
                }
                """;
        assertThat(javac.ours("Around.java", source.formatted(""))).hasSize(1);
        assertThat(javac.ours("Around.java", source.formatted(suppress("MutableAgent"))))
                .isEmpty();
    }

    @Test
    void anErrorIsNotSilenced() throws IOException {
        Fixture fixture = Fixture.named("mistakes", "UnknownStep");
        String silenced = fixture.source().replace("@StepGraph(", suppress("UnknownStep") + " @StepGraph(");
        assertThat(javac.ours(fixture.name() + ".java", silenced)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {STRICT, STRICT + "=true"})
    void theOptionIsOnWithAndWithoutTheWordTrue(String option) throws IOException {
        try (Compiler strict = new Javac(Javac.with(Javac.OPTIONS, option))) {
            assertThat(strict.compile(Fixture.named("mistakes", "MutableAgent")))
                    .extracting(Finding::kind)
                    .containsExactly("error");
        }
    }

    @Test
    void theOptionCanBeOff() throws IOException {
        try (Compiler lenient = new Javac(Javac.with(Javac.OPTIONS, STRICT + "=false"))) {
            assertThat(lenient.compile(Fixture.named("mistakes", "MutableAgent")))
                    .extracting(Finding::kind)
                    .containsExactly("warning");
        }
    }

    @Test
    void aWrongValueOfTheOptionIsAnErrorThatNamesTheRightOnes() throws IOException {
        Fixture correct = Fixture.all("correct").get(0);
        String text = "-Astepgraph.strict=yes means nothing: write true or false. [BadOption]";
        try (Compiler wrongJavac = new Javac(Javac.with(Javac.OPTIONS, STRICT + "=yes"));
                Compiler wrongEcj = new Ecj(Javac.with(Ecj.OPTIONS, STRICT + "=yes"))) {
            assertThat(wrongJavac.compile(correct)).extracting(Finding::message).containsExactly(text);
            assertThat(wrongEcj.compile(correct)).extracting(Finding::message).containsExactly(text);
        }
    }

    private static List<String> asErrors(List<String> expected) {
        return expected.stream()
                .map(line -> line.replaceFirst(": warning: ", ": error: "))
                .toList();
    }

    private static String suppress(String id) {
        return "@SuppressWarnings(\"stepgraph:" + id + "\")";
    }
}
