package io.stepgraph.samples.chat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The program {@code chat}. */
@Command(
        name = "chat",
        mixinStandardHelpOptions = true,
        version = "chat 0.1",
        sortOptions = false,
        description = {
            "Talks with you about a few documents. With a MESSAGE it answers that; without, it asks for one message after another.",
            "Ctrl-C while it speaks cancels the answer; at the prompt it leaves. An empty line leaves too, and is",
            "no reply to a question: it cancels the message.",
            "Kill it whenever you like, even with kill -9: the same command continues where it was.",
            ""
        },
        footer = {
            "",
            "With ANTHROPIC_API_KEY or OPENAI_API_KEY set, that provider answers (CHAT_MODEL names the model);",
            "without a key, a small stand-in quotes the documents.",
            "",
            "Exit codes: 0 answered, 1 not answered, 2 wrong usage, 3 waiting for your reply, 130 cancelled."
        })
public final class Chat implements Callable<Integer> {
    private static final int WAITING = 3;
    private static final int INTERRUPTED = 130;

    @Parameters(arity = "0..*", paramLabel = "MESSAGE", description = "What you say.")
    private List<String> message = List.of();

    @Option(
            names = "--thread",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The conversation to continue or to begin; ${DEFAULT-VALUE} unless given.")
    private String thread = "default";

    @Option(
            names = "--db",
            paramLabel = "FILE",
            defaultValue = "chat.db",
            description = "The SQLite file that keeps the conversations; ${DEFAULT-VALUE} unless given.")
    private Path db = Path.of("chat.db");

    @Option(
            names = "--slow",
            paramLabel = "MILLIS",
            defaultValue = "20",
            description = "How long the stand-in waits before each word; ${DEFAULT-VALUE} unless given.")
    private long slow;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Screen screen;

    private Chat(Screen screen) {
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
        System.exit(new CommandLine(new Chat(screen))
                .setParameterExceptionHandler(Chat::refuse)
                .setExecutionExceptionHandler(Chat::explain)
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
        command.getErr().println("chat: " + error.getMessage());
        if (!(error instanceof StepgraphException)) {
            error.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() {
        checkThread();
        Models models = Models.of(System.getenv(), Duration.ofMillis(slow));
        ChatAgent agent = new ChatAgent(models.model(), new Toolbox(Documents.load()));
        Display display = new Display(screen);
        try (Store store = SqliteStore.open(db);
                Runner runner = Runner.builder(store)
                        .waitTimeout(Duration.ofSeconds(10))
                        .observer(display)
                        .build()) {
            Messages messages = new Messages(runner, thread);
            greet(models.name(), messages.count());
            Talk talk = new Talk(
                    screen,
                    display,
                    ChatAgentGraph.of(agent).on(runner, thread),
                    messages,
                    System.getProperty("user.name", "somebody"));
            String text = String.join(" ", message).strip();
            return code(text.isEmpty() ? talk.loop() : talk.send(text));
        }
    }

    private void checkThread() {
        try {
            Names.checked(thread, "--thread", "The name of a thread");
        } catch (IllegalArgumentException noName) {
            throw new ParameterException(spec.commandLine(), String.valueOf(noName.getMessage()), noName);
        }
    }

    private void greet(String model, int messages) {
        String history = messages == 0 ? "a new conversation" : messages + " message(s) so far";
        screen.line("Talking with " + model + " on the thread '" + thread + "': " + history + ".");
    }

    private static int code(Talk.End end) {
        return switch (end) {
            case ANSWERED -> ExitCode.OK;
            case NOT_ANSWERED -> ExitCode.SOFTWARE;
            case WAITING -> WAITING;
            case CANCELLED -> INTERRUPTED;
        };
    }
}
