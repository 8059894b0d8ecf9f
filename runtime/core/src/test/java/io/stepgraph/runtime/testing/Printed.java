package io.stepgraph.runtime.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text that was logged meanwhile. The tests log to the standard error stream. */
public record Printed(String text) {

    public static Printed by(Runnable program) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setErr(before);
        }
        return new Printed(bytes.toString(StandardCharsets.UTF_8));
    }

    public List<String> lines(String with) {
        return text.lines().filter(line -> line.contains(with)).toList();
    }

    /** The only line with this text. */
    public String only(String with) {
        List<String> lines = lines(with);
        assertThat(lines).as(text).hasSize(1);
        return lines.get(0);
    }
}
