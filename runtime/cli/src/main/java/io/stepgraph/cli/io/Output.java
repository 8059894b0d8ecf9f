package io.stepgraph.cli.io;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** The streams to which a command prints: results to the standard output, notes and errors to the standard error. */
public final class Output {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal;

    private Output(PrintWriter out, PrintWriter err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** The output of a command. */
    public static Output of(CommandSpec command) {
        return new Output(
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                command.root().userObject() instanceof Terminal.Aware aware ? aware.terminal() : Terminal.NONE);
    }

    /** Returns the number of columns that a line may have. */
    int width() {
        return terminal.width();
    }

    /** Prints a line. */
    public void line(String text) {
        out.println(text);
    }

    /** Prints a sentence about what was done. */
    public void message(String text) {
        out.println(Texts.printable(text));
    }

    /** Prints a text that ends its lines itself. */
    public void text(String text) {
        out.print(text);
    }

    /** Prints a document in one line. */
    public void json(JsonNode document) {
        out.println(Documents.line(document));
    }

    /** A text in a colour, if the output has colours. */
    public String styled(Style style, String text) {
        return terminal.isColoured() ? style.on(text) : text;
    }

    /** Prints a sentence for a person beside the result. */
    public void note(String text) {
        err.println(Texts.printable(text));
        err.flush();
    }

    /** Prints a note for the person in front of a terminal; programs do not get it. */
    public void hint(String text) {
        if (terminal.isInteractive()) {
            note(text);
        }
    }

    /**
     * Asks the person in front of the terminal before much is changed, unless the person has agreed already.
     *
     * @throws Refusal if the answer is not yes, or if there is no terminal
     */
    public void agree(boolean isAgreed, String what) {
        if (!isAgreed) {
            if (!terminal.isInteractive()) {
                throw new Refusal(
                        what + "? There is no terminal to ask; repeat the command with --yes. Nothing was changed.");
            }
            err.print(Texts.printable(what) + "? [y/N] ");
            err.flush();
            String answer = terminal.input().get();
            if (answer == null || !answer.strip().matches("(?i)y|yes")) {
                throw new Refusal("Nothing was changed.");
            }
        }
        hint(what + " …");
    }

    /** Passes on what was printed. */
    public void flush() {
        out.flush();
    }
}
