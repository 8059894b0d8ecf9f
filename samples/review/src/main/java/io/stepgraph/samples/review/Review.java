package io.stepgraph.samples.review;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import io.stepgraph.temporal.TemporalEngine;
import io.stepgraph.temporal.TemporalEngineBuilder;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The program {@code review}. */
@Command(
        name = "review",
        mixinStandardHelpOptions = true,
        version = "review 0.1",
        sortOptions = false,
        description = {
            "Summarises a text in under 200 words: drafts, reviews the draft, asks you, revises, and writes FILE.summary.md.",
            "Stop it whenever you like, even with kill -9: the same command continues where it was.",
            ""
        },
        footer = {
            "",
            "With ANTHROPIC_API_KEY or OPENAI_API_KEY set, that provider writes (REVIEW_MODEL names the model);",
            "without a key, a local editor does.",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for you."
        })
public final class Review implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The text to summarise, UTF-8.")
    private @Nullable Path file;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "What the agent may do: ${COMPLETION-CANDIDATES}. "
                    + "Revising and writing need ACCEPT_EDITS, the mode of a new run unless given.")
    private @Nullable PermissionMode mode;

    @Option(names = "--yes", description = "Approve without asking.")
    private boolean yes;

    @Option(names = "--retry", description = "Try a step that failed once more.")
    private boolean retry;

    @Option(
            names = "--db",
            paramLabel = "DB",
            description = "The SQLite file that keeps the runs; review.db unless given.")
    private @Nullable Path db;

    @Option(
            names = "--temporal",
            description = "Keep the runs in Temporal instead: on the server that TEMPORAL_ADDRESS names (host:port), "
                    + "or else on Temporal's test server inside this program, in memory only.")
    private boolean temporal;

    @Option(names = "--fresh", description = "Forget the run of this file and start over.")
    private boolean fresh;

    @Option(names = "--graph", description = "Print the diagram of the agent, for Graphviz, and exit.")
    private boolean graph;

    @Option(
            names = "--slow",
            paramLabel = "MILLIS",
            description = "Stay so long at each place where it is interesting to kill the program.")
    private @Nullable Long slow;

    @Option(names = "--stop-at", paramLabel = "PLACE", defaultValue = "", hidden = true)
    private String stopAt = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Screen screen;

    private Review(Screen screen) {
        this.screen = screen;
    }

    /**
     * Runs the program and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Charset console = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
        Screen screen = new Screen(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, console),
                new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
        System.exit(new CommandLine(new Review(screen))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Review::refuse)
                .setExecutionExceptionHandler(Review::explain)
                .execute(args));
    }

    /** The error stands below the usage, where people look. */
    private static int refuse(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        command.usage(command.getErr());
        command.getErr().println("\n" + command.getCommandName() + ": " + wrong.getMessage());
        return ExitCode.USAGE;
    }

    /** Errors that a person can act on need no stack trace. */
    private static int explain(Exception error, CommandLine command, CommandLine.ParseResult parsed) {
        command.getErr().println("review: " + error.getMessage());
        if (!(error instanceof StepgraphException
                || error instanceof SourceText.BadFile
                || error instanceof TemporalServer.Unreachable)) {
            error.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() throws IOException {
        if (graph) {
            screen.line(diagram());
            return ExitCode.OK;
        }
        if (file == null || file.toString().isBlank()) {
            throw new ParameterException(spec.commandLine(), "Name the FILE to summarise.");
        }
        if (slow != null && slow < 0) {
            throw new ParameterException(spec.commandLine(), "--slow takes 0 milliseconds or more.");
        }
        if (temporal && db != null) {
            throw new ParameterException(
                    spec.commandLine(), "Name --db or --temporal, not both. With --temporal there is no SQLite file.");
        }
        Models models = Models.of(System.getenv());
        Pace pace = slow == null && stopAt.isEmpty()
                ? null
                : new Pace(screen, Duration.ofMillis(slow == null ? 0 : slow), stopAt);
        ReviewAgent agent = new ReviewAgent(pace == null ? models.model() : pace.of(models.model()));
        try (Progress progress = new Progress(screen)) {
            if (temporal) {
                try (TemporalServer server = TemporalServer.of(System.getenv());
                        TemporalEngine engine = engine(server, progress, pace)) {
                    return review(file, agent, engine, server.keeps(), models.name());
                }
            }
            try (Store store = SqliteStore.open(db == null ? Path.of("review.db") : db);
                    Runner runner = runner(store, progress, pace)) {
                return review(file, agent, runner, true, models.name());
            }
        }
    }

    /** The same for every engine. */
    private int review(Path text, ReviewAgent agent, Engine engine, boolean isKept, String model) {
        ReviewAgentGraph.Runs runs = ReviewAgentGraph.of(agent).on(engine);
        Session session = new Session(
                screen, runs, SourceText.of(text), System.getProperty("user.name", "somebody"), yes, isKept);
        if (!isKept) {
            screen.line(
                    "Temporal's test server runs inside this program: the run is in memory only and ends with the program.");
        }
        if (fresh) {
            session.forget();
        }
        return session.run(model, mode, retry);
    }

    private Runner runner(Store store, Progress progress, @Nullable Pace pace) {
        RunnerBuilder builder = Runner.builder(store)
                .maxMode(PermissionMode.BYPASS_PERMISSIONS) // the person at the keyboard decides
                .startMode(startMode())
                .waitTimeout(Duration.ofSeconds(10))
                .observer(progress);
        if (pace != null) {
            builder.hook(pace).observer(pace);
        }
        return builder.build();
    }

    private TemporalEngine engine(TemporalServer server, Progress progress, @Nullable Pace pace) {
        TemporalEngineBuilder builder = TemporalEngine.builder(server.service())
                .maxMode(PermissionMode.BYPASS_PERMISSIONS)
                .startMode(startMode())
                .observer(progress);
        if (pace != null) {
            builder.hook(pace).observer(pace);
        }
        return builder.build();
    }

    private PermissionMode startMode() {
        return mode == null ? PermissionMode.ACCEPT_EDITS : mode;
    }

    private static String diagram() throws IOException {
        String name = "/META-INF/stepgraph/" + ReviewAgent.class.getName() + ".dot";
        try (InputStream picture = Review.class.getResourceAsStream(name)) {
            if (picture == null) {
                throw new IOException("The diagram " + name + " is missing from this build.");
            }
            return new String(picture.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
