package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.check.DiagnosticId;
import io.stepgraph.processor.testing.Diagnosed;
import io.stepgraph.processor.testing.Ecj;
import io.stepgraph.processor.testing.Finding;
import io.stepgraph.processor.testing.Fixture;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each mistake yields one diagnostic at its file, line and column, and nothing else, on every compiler. A case is named
 * by the id of its diagnostic, and by what is special about it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DiagnosticsTest {

    private final Javac javac = new Javac();
    private Ecj ecj;

    @BeforeAll
    void open() throws IOException {
        ecj = new Ecj();
    }

    @AfterAll
    void close() throws IOException {
        ecj.close();
    }

    static Stream<Fixture> mistakes() {
        return Fixture.all("mistakes").stream();
    }

    static Stream<Fixture> several() {
        return Fixture.all("several").stream();
    }

    /** Agents without a mistake, and each mistake of the guide after its fix. */
    static Stream<Fixture> correct() {
        return Stream.of("correct", "fixes").flatMap(folder -> Fixture.all(folder).stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aMistakeIsOneDiagnosticOnJavac(Fixture fixture) {
        assertThat(fixture.expectedOfJavac()).hasSize(1);
        JavaFileObject file = fixture.file();
        Diagnosed.assertExactly(javac.compilation(file), file, fixture.expectedOfJavac());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    @Tag("ecj")
    void aMistakeIsOneDiagnosticOnEcj(Fixture fixture) throws IOException {
        assertThat(fixture.heard(ecj.compile(fixture))).isEqualTo(fixture.expectedOfEcj());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("several")
    void severalMistakesAreReportedAtOnceInSourceOrderOnJavac(Fixture fixture) {
        assertThat(fixture.expectedOfJavac()).hasSizeGreaterThan(1);
        List<Finding> findings = Finding.all(javac.compilation(fixture.file()));
        assertThat(fixture.heard(findings)).isEqualTo(fixture.expectedOfJavac());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("several")
    @Tag("ecj")
    void severalMistakesAreReportedAtOnceInSourceOrderOnEcj(Fixture fixture) throws IOException {
        assertThat(fixture.heard(ecj.compile(fixture))).isEqualTo(fixture.expectedOfEcj());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("correct")
    void aCorrectAgentHasNoDiagnosticOnJavac(Fixture fixture) {
        JavaFileObject file = fixture.file();
        Diagnosed.assertExactly(javac.compilation(file), file, List.of());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("correct")
    @Tag("ecj")
    void aCorrectAgentHasNoDiagnosticOnEcj(Fixture fixture) throws IOException {
        assertThat(ecj.compile(fixture)).isEmpty();
    }

    @Test
    void everyIdHasItsCase() {
        List<String> fixtures = mistakes().map(Fixture::id).toList();
        assertThat(fixtures)
                .containsAll(Arrays.stream(DiagnosticId.values())
                        .map(DiagnosticId::id)
                        .toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aCaseIsNamedByItsId(Fixture fixture) {
        boolean isOurs =
                Arrays.stream(DiagnosticId.values()).anyMatch(id -> id.id().equals(fixture.id()));
        assertThat(fixture.expectedOfJavac())
                .allMatch(line -> line.endsWith("]") ? line.endsWith("[" + fixture.id() + "]") : !isOurs);
    }
}
