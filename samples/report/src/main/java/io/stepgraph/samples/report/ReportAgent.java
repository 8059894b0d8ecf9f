package io.stepgraph.samples.report;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.samples.report.ReportAgentGraph.*;

import io.stepgraph.Call;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes a report: calls three researchers and a fact checker at the same time, waits until all have ended, and writes
 * what they have found. The fact checker asks a person meanwhile.
 */
@StepGraph(start = "gather", name = "report")
public record ReportAgent(Researcher history, Researcher light, Researcher keepers, FactChecker checker) {

    /** The state of one report. */
    public static final class Report {
        public String file = "";
        public String topic = "";
        public String claim = "";
        public String text = "";

        static Report of(String file, String topic, String claim) {
            Report report = new Report();
            report.file = file;
            report.topic = topic;
            report.claim = claim;
            return report;
        }
    }

    /** The agents work on the same three documents, so that each is quick. */
    static ReportAgent on(Library library) {
        return new ReportAgent(
                new Researcher(library, "history"),
                new Researcher(library, "light"),
                new Researcher(library, "keepers"),
                new FactChecker(library));
    }

    @Call(
            agents = {"history", "light", "keepers", "checker"},
            next = "compose",
            timeout = "30d",
            onFailure = "apologise")
    GatherStarts gather(Report report) {
        return new GatherStarts(
                Researcher.Notes.on(report.topic),
                Researcher.Notes.on(report.topic),
                Researcher.Notes.on(report.topic),
                FactChecker.Claim.of(report.claim));
    }

    @Step(next = "write")
    void compose(Report report, GatherResults found) {
        report.text = "# A report on " + report.topic + "\n\n" + found.checker() + "\n"
                + section("History", found.history())
                + section("Light", found.light())
                + section("Keepers", found.keepers());
    }

    private static String section(String title, List<String> sentences) {
        return "\n## " + title + "\n\n" + String.join("\n", sentences) + "\n";
    }

    @Step(next = "write")
    void apologise(Report report, StepFailure<?> failure) {
        report.text = "There is no report on " + report.topic + ". " + failure.message() + "\n";
    }

    /** Writes beside the target and moves, so that a kill leaves the whole file or none and a repeat does no harm. */
    @Step(next = END)
    void write(Report report) throws IOException {
        Path unfinished = Path.of(report.file + ".part");
        Files.writeString(unfinished, report.text);
        Files.move(
                unfinished, Path.of(report.file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
