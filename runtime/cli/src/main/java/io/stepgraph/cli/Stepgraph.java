package io.stepgraph.cli;

import io.stepgraph.cli.io.CheckedWriter;
import io.stepgraph.cli.io.ClosedPipeException;
import io.stepgraph.cli.io.Terminal;
import io.stepgraph.cli.io.UnwritableOutputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program {@code stepgraph}: lists its commands, and starts one. */
@Command(
        name = "stepgraph",
        mixinStandardHelpOptions = true,
        versionProvider = Stepgraph.Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        description = "Lists, shows, answers and repairs the runs of a store, without the classes of their agents.",
        subcommands = {
            StatusCommand.class,
            NamespacesCommand.class,
            RunsCommand.class,
            ShowCommand.class,
            QuestionsCommand.class,
            AnswerCommand.class,
            TellCommand.class,
            CancelCommand.class,
            RetryCommand.class,
            ModeCommand.class,
            LabelCommand.class,
            EffectsCommand.class,
            ResolveCommand.class,
            PruneCommand.class,
            RestoreCommand.class,
            GraphCommand.class,
            HelpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The command is done.",
            "1:The command was refused: for example, there is no such run.",
            "2:The command line is wrong.",
            "3:The store cannot be reached or read.",
            "4:An unexpected error; --debug shows where.",
            "5:The output could not be written, as on a full disk; a reader that ends early, such as head, is not an error."
        },
        footer = {
            "",
            "Example: stepgraph runs --store runs.db --status failed",
            "Help on a command: stepgraph COMMAND --help"
        })
public final class Stepgraph implements Terminal.Aware {
    private final Terminal terminal;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print stack traces and log messages.")
    private boolean isDebugging;

    private Stepgraph(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        Writer out = writer(FileDescriptor.out);
        PrintWriter err = new PrintWriter(writer(FileDescriptor.err));
        int exitCode = commandLine(Terminal.ofThisProcess(), out, err).execute(args);
        err.flush();
        System.exit(exitCode);
    }

    /** JSON is UTF-8, whatever the locale. */
    private static Writer writer(FileDescriptor descriptor) {
        return new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8);
    }

    /**
     * The command line.
     *
     * @param terminal where the output goes
     * @param out the standard output
     * @param err the standard error
     */
    static CommandLine commandLine(Terminal terminal, Writer out, PrintWriter err) {
        Stepgraph program = new Stepgraph(terminal);
        Errors errors = new Errors(() -> program.isDebugging);
        return new CommandLine(program)
                .setOut(new PrintWriter(new CheckedWriter(out)))
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedOptionsAllowed(false)
                // A command reads @FILE itself, where it takes one.
                .setExpandAtFiles(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.isColoured() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpAutoWidth(terminal.isInteractive())
                .setExecutionStrategy(parsed -> {
                    // Read once, when the first class logs.
                    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", program.isDebugging ? "debug" : "off");
                    CommandLine command = parsed.commandSpec().commandLine();
                    try {
                        int exitCode = new CommandLine.RunLast().execute(parsed);
                        command.getOut().flush();
                        return exitCode;
                    } catch (UnwritableOutputException | ClosedPipeException failed) {
                        // Of the help, which no command prints.
                        return errors.failed(failed, command, parsed);
                    }
                })
                .setParameterExceptionHandler(errors::wrongUsage)
                .setExecutionExceptionHandler(errors::failed);
    }

    @Override
    public Terminal terminal() {
        return terminal;
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Stepgraph.class.getPackage().getImplementationVersion();
            return new String[] {"stepgraph " + (version == null ? "(development)" : version)};
        }
    }
}
