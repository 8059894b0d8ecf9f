package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.check.DiagnosticId;
import io.stepgraph.processor.testing.DiagnosticsGuide;
import io.stepgraph.processor.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    void eachIdInBracketsOnAPageExists() throws IOException {
        Pattern inBrackets = Pattern.compile("`\\[([A-Z]\\w+)]`");
        for (Path page : List.of(GUIDE, Path.of("../annotations/README.md"), Path.of("../README.md"))) {
            assertThat(inBrackets.matcher(Files.readString(page)).results().map(found -> found.group(1)))
                    .as("ids on %s", page)
                    .isSubsetOf(Stream.of(DiagnosticId.values())
                            .map(DiagnosticId::id)
                            .toList());
        }
    }

    @Test
    void everyIdStandsUnderOneTopic() {
        assertThat(DiagnosticsGuide.topics().values().stream().flatMap(Set::stream))
                .containsExactly(DiagnosticId.values());
    }
}
