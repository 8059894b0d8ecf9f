package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Fixture;
import io.stepgraph.processor.testing.OtherJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The javac of a newer JDK reports the same diagnostics and compiles the same generated code. A build on that JDK finds
 * the same: this is for a build on the oldest one.
 */
@Tag("nightly")
final class NewerJavacIT {

    private static final List<String> AGENTS = List.of("review", "loop", "odd", "plain", "deep");

    @TempDir
    Path folder;

    private OtherJdk newer;

    @BeforeEach
    void find() throws IOException {
        newer = OtherJdk.findNewer();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mistakes", "several", "correct", "fixes"})
    void reportsTheSameDiagnostics(String fixtures) throws IOException {
        assertThat(newer.compile(fixtures)).isEqualTo(OtherJdk.format(Fixture.all(fixtures), Fixture::expectedOfJavac));
    }

    @Test
    void warnsOfNoGeneratedCode() throws IOException {
        assertThat(Build.javac(newer, folder, sources()).said()).isEmpty();
    }

    @Test
    void generatesTheSameFiles() throws IOException {
        Path here = Files.createDirectory(folder.resolve("here"));
        Path there = Files.createDirectory(folder.resolve("there"));
        assertThat(Build.javac(newer, there, sources()).generated())
                .isEqualTo(Build.javac(here, sources()).generated());
    }

    private static List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        AGENTS.forEach(agent -> sources.addAll(Build.agent(agent)));
        return sources;
    }
}
