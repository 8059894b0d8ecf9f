package io.stepgraph.cli.io;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** Where a command prints: results to the standard output, notes and errors to the standard error. */
public final class Output {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal;
    private final boolean isColoured;

    private Output(PrintWriter out, PrintWriter err, boolean isTerminal, boolean isColoured) {
        this.out = out;
        this.err = err;
        this.isTerminal = isTerminal;
        this.isColoured = isColoured;
    }

    /** The output of a command. */
    public static Output of(CommandSpec command) {
        Terminal terminal =
                command.root().userObject() instanceof Terminal.Aware aware ? aware.terminal() : Terminal.NONE;
        return new Output(
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                terminal.isInteractive(),
                terminal.isColoured());
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
        return isColoured ? style.on(text) : text;
    }

    /** Prints a note for the person in front of a terminal; programs do not get it. */
    public void note(String text) {
        if (isTerminal) {
            err.println(text);
            err.flush();
        }
    }

    /** Passes on what was printed. */
    public void flush() {
        if (out.checkError()) {
            throw new ClosedPipeException();
        }
    }
}
