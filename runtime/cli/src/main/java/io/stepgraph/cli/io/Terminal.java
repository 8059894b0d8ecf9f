package io.stepgraph.cli.io;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The place where the output of a program goes, and where a person answers.
 *
 * @param isInteractive whether a person reads it as it is printed
 * @param isColoured whether it has colours
 * @param width how many columns it has
 * @param input reads a line that the person types; null if there are no more
 */
public record Terminal(boolean isInteractive, boolean isColoured, int width, Supplier<@Nullable String> input) {
    /** A file or a pipe: lines may have any length, and nobody answers. */
    public static final Terminal NONE = new Terminal(false, false, Integer.MAX_VALUE, () -> null);

    /** A program that knows its terminal. */
    public interface Aware {
        /** The terminal. */
        Terminal terminal();
    }

    /** The terminal of this process. */
    @SuppressWarnings("SystemConsoleNull") // the property brings the null back
    public static Terminal ofThisProcess() {
        // Since JDK 22 there is a console without a terminal, too, unless this asks for the former one.
        System.setProperty("jdk.console", "java.base");
        var console = System.console();
        return console == null
                ? NONE
                : new Terminal(true, System.getenv("NO_COLOR") == null, columns(), console::readLine);
    }

    private static int columns() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{0,4}")
                ? Integer.parseInt(columns)
                : new CommandLine(CommandLine.Model.CommandSpec.create())
                        .setUsageHelpAutoWidth(true)
                        .getUsageHelpWidth();
    }
}
