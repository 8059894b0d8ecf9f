package io.stepgraph.samples.report;

import io.stepgraph.engine.Runner;
import io.stepgraph.samples.report.FactChecker.Corrected;
import io.stepgraph.samples.report.FactChecker.Right;
import io.stepgraph.samples.report.FactChecker.Verdict;
import io.stepgraph.samples.report.ReportAgentGraph.Outcome;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The program {@code report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        version = "report 0.1",
        sortOptions = false,
        description = {
            "Writes a report on lighthouses to FILE: three researchers and a fact checker work at the same time, and one asks you.",
            "Stop it whenever you like, even with kill -9: the same command continues where it was."
        },
        footer = {"", "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for you."})
public final class ReportProgram implements Callable<Integer> {
    private static final int WAITS = 3;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = "report.md",
            description = "The file to write; ${DEFAULT-VALUE} unless given.")
    private Path file = Path.of("report.md");

    @Option(
            names = "--claim",
            paramLabel = "TEXT",
            defaultValue = "The Pharos of Alexandria was more than 100 metres high.",
            description = "The sentence with which the report opens, if it is right.")
    private String claim = "";

    @Option(names = "--yes", description = "Say that the claim is right without being asked.")
    private boolean yes;

    @Option(
            names = "--db",
            paramLabel = "DB",
            defaultValue = "report.db",
            description = "The SQLite file that keeps the runs; ${DEFAULT-VALUE} unless given.")
    private Path db = Path.of("report.db");

    @Option(
            names = "--slow",
            paramLabel = "MILLIS",
            defaultValue = "300",
            description = "How long an agent takes for each piece of work; ${DEFAULT-VALUE} unless given.")
    private long slow;

    private final PrintStream out;
    private final BufferedReader in;

    private ReportProgram(PrintStream out, BufferedReader in) {
        this.out = out;
        this.in = in;
    }

    /**
     * Runs the program and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Charset console = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
        ReportProgram program = new ReportProgram(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, console),
                new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
        System.exit(new CommandLine(program).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        String target = file.toAbsolutePath().normalize().toString();
        try (Store store = SqliteStore.open(db);
                Runner runner =
                        Runner.builder(store).observer(new Progress(out)).build()) {
            ReportAgentGraph.Runs runs =
                    ReportAgentGraph.of(ReportAgent.on(new Library(Duration.ofMillis(slow)))).on(runner);
            Outcome outcome = runs.run(target, ReportAgent.Report.of(target, "lighthouses and their keepers", claim));
            while (outcome instanceof Outcome.Gather gather
                    && gather.checker() instanceof FactCheckerGraph.Outcome.Confirm question) {
                Verdict verdict = ask(question.question());
                if (verdict == null) {
                    out.println("Not now, then. The same command asks again.");
                    return WAITS;
                }
                runs.checker().answerConfirm(question.ticket(), verdict);
                outcome = runs.resume(target);
            }
            if (outcome instanceof Outcome.Completed) {
                out.println("Written: " + file);
                return ExitCode.OK;
            }
            out.println("The report is not written: " + outcome);
            return ExitCode.SOFTWARE;
        }
    }

    /** Asks the person; null if there is no answer. */
    private @Nullable Verdict ask(FactChecker.Question question) throws IOException {
        out.println("\nThe report opens with: " + question.claim() + "\nThe documents say:");
        question.evidence().forEach(sentence -> out.println("  " + sentence));
        out.print("Is that right? [y, or a better sentence; nothing: not now] ");
        out.flush();
        String line = yes ? "y" : in.readLine();
        out.println();
        return line == null || line.isBlank()
                ? null
                : line.strip().equalsIgnoreCase("y") ? new Right() : new Corrected(line.strip());
    }
}
