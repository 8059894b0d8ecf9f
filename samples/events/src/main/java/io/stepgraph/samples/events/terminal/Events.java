package io.stepgraph.samples.events.terminal;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.samples.events.CodingAgent;
import io.stepgraph.samples.events.EventMachine;
import io.stepgraph.samples.events.model.Models;
import io.stepgraph.samples.events.tools.Toolbox;
import io.stepgraph.samples.events.tools.Workspace;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
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
import picocli.CommandLine.Spec;

/** The program {@code events}. */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        version = "events 0.1",
        sortOptions = false,
        description = {
            "A coding agent on the terminal. Type what it is to do; /quit ends the session.",
            "Stop it whenever you like, even with kill -9: the same command continues where it was.",
            ""
        },
        footer = {
            "",
            "With ANTHROPIC_API_KEY or OPENAI_API_KEY set, that provider answers (EVENTS_MODEL names the model);",
            "without a key, a recorded session is played on the example.",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage."
        })
public final class Events implements Callable<Integer> {
    private static final Path EXAMPLE = Path.of("events-example");

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The working folder. Without it, an example is created in events-example.")
    private @Nullable Path folder;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "What the agent may do: ${COMPLETION-CANDIDATES}. Editing and commands need ACCEPT_EDITS, "
                    + "the mode for the example; for another folder it is DEFAULT unless given.")
    private @Nullable PermissionMode mode;

    @Option(
            names = "--max-calls",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often the model is called until its failure is shown; ${DEFAULT-VALUE} unless given.")
    private int maxCalls;

    @Option(names = "--fresh", description = "Forget the session of this folder and start over.")
    private boolean fresh;

    @Option(
            names = "--slow",
            paramLabel = "MILLIS",
            defaultValue = "30",
            description = "The time between two words of the recorded session; ${DEFAULT-VALUE} unless given.")
    private long pause;

    @Option(names = "--backoff", paramLabel = "MILLIS", defaultValue = "1000", hidden = true)
    private long backoff;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Charset console = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));

    /**
     * Runs the program and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Events())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Events::refuse)
                .setExecutionExceptionHandler(Events::explain)
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
        boolean isPathAlone = error instanceof FileSystemException file && file.getReason() == null;
        command.getErr()
                .println("events: " + error.getMessage()
                        + (isPathAlone ? " cannot be used (" + error.getClass().getSimpleName() + ")." : ""));
        if (!(error instanceof StepgraphException || error instanceof IOException)) {
            error.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (maxCalls < 1) {
            throw new ParameterException(spec.commandLine(), "--max-calls is 1 or more.");
        }
        Models models = Models.of(System.getenv(), Duration.ofMillis(Math.max(0, pause)));
        String problem = folder == null ? ExampleFolder.create(EXAMPLE) : null;
        Path place = folder == null ? EXAMPLE : folder;
        if (!Files.isDirectory(place)) {
            throw new IOException("There is no folder " + place + ".");
        }
        Workspace workspace = Workspace.of(place);
        PermissionMode least = folder == null ? PermissionMode.ACCEPT_EDITS : PermissionMode.DEFAULT;
        Toolbox tools = Toolbox.of(workspace, mode == null ? least : mode);
        Screen screen = new Screen(new PrintStream(new FileOutputStream(FileDescriptor.out), true, console));
        Inbox inbox = new Inbox();
        try (SessionFile file = SessionFile.open(workspace.root());
                Performer performer = new Performer(
                        inbox, models.model(), tools, new Git(workspace.root()), Duration.ofMillis(backoff))) {
            if (fresh) {
                file.delete();
            }
            String snapshot = read(file);
            EventMachine machine = machine(new CodingAgent(tools, maxCalls), snapshot);
            screen.line((snapshot == null ? "A new session in " : "The session continues in ") + workspace.root()
                    + ", with " + models.name() + ". /quit ends it.");
            if (problem != null) {
                screen.line("Nothing will be committed: " + problem);
            }
            Thread keyboard = new Thread(new Keyboard(
                    new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())), inbox));
            keyboard.setDaemon(true);
            keyboard.start();
            boolean isOver = new Driver(machine, file, performer, inbox, screen).run();
            if (isOver) {
                file.delete();
            }
            screen.line(isOver ? "The session is over." : "The session is kept. The same command continues it.");
            return ExitCode.OK;
        }
    }

    private static @Nullable String read(SessionFile file) throws IOException {
        try {
            return file.read();
        } catch (CharacterCodingException damaged) {
            throw new IOException(
                    "The session cannot be continued; --fresh starts over. Its file is not a text.", damaged);
        }
    }

    private static EventMachine machine(CodingAgent agent, @Nullable String snapshot) throws IOException {
        try {
            return snapshot == null ? EventMachine.start(agent) : EventMachine.restore(agent, snapshot);
        } catch (StepgraphException unreadable) {
            throw new IOException(
                    "The session cannot be continued; --fresh starts over. " + unreadable.getMessage(), unreadable);
        }
    }
}
