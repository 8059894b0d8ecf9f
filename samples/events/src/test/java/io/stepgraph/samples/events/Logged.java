package io.stepgraph.samples.events;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The log of a program, which goes to the standard error stream. */
final class Logged {
    private Logged() {}

    /** The text that is logged meanwhile. */
    static String by(Runnable program) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        into(bytes, program);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Logs nothing. */
    static void nowhere(Runnable program) {
        into(OutputStream.nullOutputStream(), program);
    }

    private static void into(OutputStream log, Runnable program) {
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setErr(before);
        }
    }
}
