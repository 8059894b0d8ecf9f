package io.stepgraph.samples.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.report.FactChecker.Corrected;
import io.stepgraph.samples.report.FactChecker.Right;
import io.stepgraph.samples.report.FactChecker.Verdict;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The family: undisturbed, killed before and after each write of each of its runs, and in each mode. */
final class ReportAgentTest {
    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicNode> the_family_survives_everything() {
        return AgentTests.of(
                        scenario("a claim that is right", new Right(), "The Pharos was high."),
                        scenario("a claim that is corrected", new Corrected("It was a tower."), "It was a tower."))
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
    }

    private Scenario<ReportAgentGraph.Runs> scenario(String name, Verdict verdict, String opening) {
        Path file = folder.resolve(name + ".md");
        return Scenario.of(name, () -> ReportAgentGraph.of(ReportAgent.on(new Library(Duration.ZERO))))
                .start((runs, id) -> runs.run(
                        id, ReportAgent.Report.of(file.toString(), "keepers of lenses", "The Pharos was high.")))
                .answer(FactCheckerStep.CONFIRM, verdict)
                .end((runs, id) -> assertThat(text(file))
                        .contains(opening)
                        .contains("## Light", "Fresnel's lens")
                        .contains("## Keepers", "kept a log"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
