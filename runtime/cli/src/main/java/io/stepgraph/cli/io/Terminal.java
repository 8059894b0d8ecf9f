package io.stepgraph.cli.io;

/**
 * The place where the output of a program goes.
 *
 * @param isInteractive whether a person reads it as it is printed
 * @param isColoured whether it has colours
 */
public record Terminal(boolean isInteractive, boolean isColoured) {
    /** A file or a pipe. */
    public static final Terminal NONE = new Terminal(false, false);

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
        boolean isInteractive = System.console() != null;
        return new Terminal(isInteractive, isInteractive && System.getenv("NO_COLOR") == null);
    }
}
