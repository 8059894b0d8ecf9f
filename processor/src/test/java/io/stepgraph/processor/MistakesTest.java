package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.check.Mistake;
import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Ecj;
import io.stepgraph.processor.testing.Fixture;
import io.stepgraph.processor.testing.Javac;
import io.stepgraph.processor.testing.OtherJdk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mistake in the catalogue yields one problem, exactly where it was made, and nothing else, on every compiler. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MistakesTest {

    private Compiler javac;
    private Compiler ecj;

    @BeforeAll
    void open() throws IOException {
        javac = new Javac();
        ecj = new Ecj();
    }

    @AfterAll
    void close() throws IOException {
        javac.close();
        ecj.close();
    }

    static Stream<Fixture> mistakes() {
        return Fixture.all("mistakes").stream();
    }

    static Stream<Fixture> several() {
        return Fixture.all("several").stream();
    }

    static Stream<Fixture> correct() {
        return Fixture.all("correct").stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void oneMistakeIsOneProblemOnJavac(Fixture fixture) throws IOException {
        assertThat(fixture.expectedOfJavac()).hasSize(1);
        assertThat(fixture.heard(javac.compile(fixture))).isEqualTo(fixture.expectedOfJavac());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void oneMistakeIsOneProblemOnEcj(Fixture fixture) throws IOException {
        assertThat(fixture.heard(ecj.compile(fixture))).isEqualTo(fixture.expectedOfEcj());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("several")
    void allMistakesAreReportedAtOnceInSourceOrder(Fixture fixture) throws IOException {
        assertThat(fixture.expectedOfJavac()).hasSizeGreaterThan(1);
        assertThat(fixture.heard(javac.compile(fixture))).isEqualTo(fixture.expectedOfJavac());
        assertThat(fixture.heard(ecj.compile(fixture))).isEqualTo(fixture.expectedOfEcj());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("correct")
    void aCorrectAgentIsLeftAlone(Fixture fixture) throws IOException {
        assertThat(fixture.heard(javac.compile(fixture))).isEmpty();
        assertThat(fixture.heard(ecj.compile(fixture))).isEmpty();
    }

    @Test
    void aNewerJavacSaysTheSame() throws Exception {
        OtherJdk newer = OtherJdk.findNewer();
        for (String folder : List.of("mistakes", "several", "correct")) {
            assertThat(newer.compile(folder)).isEqualTo(OtherJdk.format(Fixture.all(folder), Fixture::expectedOfJavac));
        }
    }

    @Test
    void everyMistakeHasItsFixture() {
        List<String> fixtures = mistakes().map(Fixture::id).toList();
        assertThat(fixtures)
                .containsAll(Arrays.stream(Mistake.values()).map(Mistake::id).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aFixtureIsNamedLikeItsMistake(Fixture fixture) {
        boolean isOurs =
                Arrays.stream(Mistake.values()).anyMatch(mistake -> mistake.id().equals(fixture.id()));
        assertThat(fixture.expectedOfJavac())
                .allMatch(line -> line.endsWith("]") ? line.endsWith("[" + fixture.id() + "]") : !isOurs);
    }
}
