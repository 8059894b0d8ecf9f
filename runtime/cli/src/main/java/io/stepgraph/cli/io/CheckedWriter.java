package io.stepgraph.cli.io;

import java.io.IOException;
import java.io.Writer;

/** Lets the errors of a writer through a {@link java.io.PrintWriter}, which hides them. */
public final class CheckedWriter extends Writer {
    private final Writer out;

    /** Creates a writer that passes on to another one. */
    public CheckedWriter(Writer out) {
        this.out = out;
    }

    private interface Write {
        void run() throws IOException;
    }

    private static void check(Write write) {
        try {
            write.run();
        } catch (IOException failed) {
            String why = String.valueOf(failed.getMessage());
            // The systems tell it with other words: "Broken pipe", "The pipe is being closed".
            throw why.contains("pipe") ? new ClosedPipeException() : new UnwritableOutputException(why, failed);
        }
    }

    @Override
    public void write(char[] text, int from, int length) {
        check(() -> out.write(text, from, length));
    }

    @Override
    public void flush() {
        check(out::flush);
    }

    @Override
    public void close() {
        check(out::close);
    }
}
