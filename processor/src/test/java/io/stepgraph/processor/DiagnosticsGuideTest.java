package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.check.DiagnosticId;
import io.stepgraph.processor.testing.DiagnosticsGuide;
import io.stepgraph.processor.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The guide to the diagnostics says what the compilers say: {@link DiagnosticsTest} compiles all its code on both. */
final class DiagnosticsGuideTest {

    private static final Path GUIDE = Path.of("README.md");
    private static final String REWRITE = "mvn -pl processor -am test -Dtest=DiagnosticsGuideTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true";

    @Test
    void theGuideIsUpToDate() throws IOException {
        String text = DiagnosticsGuide.text();
        if (Golden.isUpdated()) {
            Files.writeString(GUIDE, text);
        }
        assertThat(Files.readString(GUIDE))
                .as("processor/README.md is out of date. Rewrite it by: %s", REWRITE)
                .isEqualTo(text);
    }

    @Test
    void theGuideNamesTheCommandThatRewritesIt() throws IOException {
        assertThat(Files.readString(GUIDE)).contains(REWRITE);
    }

    @Test
    void everyIdStandsUnderOneTopic() {
        assertThat(DiagnosticsGuide.topics().values().stream().flatMap(Set::stream))
                .containsExactly(DiagnosticId.values());
    }
}
