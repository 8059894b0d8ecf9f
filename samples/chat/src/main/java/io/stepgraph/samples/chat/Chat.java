package io.stepgraph.samples.chat;

import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Model;
import io.stepgraph.langchain4j.Tools;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The program {@code chat}. */
@Command(
        name = "chat",
        mixinStandardHelpOptions = true,
        version = "chat 0.1",
        sortOptions = false,
        showDefaultValues = true,
        description = {
            "Talks with you about a few documents. With a MESSAGE it answers that; without, it asks for one message after another.",
            "Ctrl-C while it speaks cancels the answer; at the prompt it leaves. An empty line leaves too, and is",
            "no reply to a question: it cancels the message.",
            "Kill it whenever you like, even with kill -9: the same command continues where it was.%n"
        },
        footer = {
            "%nWith ANTHROPIC_API_KEY or OPENAI_API_KEY set, that provider answers (CHAT_MODEL names the model);",
            "without a key, a small stand-in quotes the documents.%n",
            "Exit codes: 0 answered, 1 not answered, 2 wrong usage, 3 waiting for your reply, 130 cancelled."
        })
public final class Chat implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "MESSAGE", description = "What you say.")
    private List<String> message = List.of();

    @Option(names = "--thread", paramLabel = "NAME", defaultValue = "default", description = "Names the conversation.")
    private String thread = "default";

    @Option(names = "--db", paramLabel = "FILE", defaultValue = "chat.db", description = "Keeps the conversations.")
    private Path db = Path.of("chat.db");

    @Option(names = "--slow", paramLabel = "MILLIS", defaultValue = "20", description = "Slows down the stand-in.")
    private long slow;

    private final Screen screen = new Screen();

    /**
     * Runs the program and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Chat())
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
        Tools tools = Tools.of(new ChatTools(new Documents(), new Notes(Path.of(db + ".notes.md"))));
        ChatAgent agent = new ChatAgent(Model.of(models.model()), tools);
        Display display = new Display(screen);
        try (Store store = SqliteStore.open(db);
                Runner runner = Runner.builder(store)
                        .waitTimeout(Duration.ofSeconds(10))
                        .observer(display)
                        .build()) {
            Messages messages = new Messages(runner, thread);
            screen.line("Talking with " + models.name() + " on the thread '" + thread + "', which has "
                    + messages.count() + " message(s) so far.");
            Actor person = Actor.named(System.getProperty("user.name", "somebody"));
            Talk talk = new Talk(
                    screen, display, ChatAgentGraph.of(agent).on(runner, thread).as(person), messages);
            String text = String.join(" ", message).strip();
            return (text.isEmpty() ? talk.loop() : talk.send(text)).code;
        }
    }

    private void checkThread() {
        try {
            Names.checked(thread, "--thread", "The name of a thread");
        } catch (IllegalArgumentException noName) {
            throw new ParameterException(new CommandLine(this), String.valueOf(noName.getMessage()), noName);
        }
    }
}
