package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The command line in this process. */
final class Cli {
    private final Path store;

    Cli(Path store) {
        this.store = store;
    }

    /** What a command has printed, and its exit code. */
    record Result(int exitCode, String out, String err) {
        List<String> lines() {
            return out.lines().toList();
        }

        List<JsonNode> documents() {
            assertThat(exitCode).as(err).isZero();
            return out.lines().map(Documents::read).toList();
        }

        JsonNode document() {
            assertThat(documents()).hasSize(1);
            return documents().get(0);
        }

        /** Nothing on the standard output, and a sentence on the standard error. */
        Result empty(String sentence) {
            assertThat(out).isEmpty();
            assertThat(err).isEqualTo(sentence + "\n");
            assertThat(exitCode).isZero();
            return this;
        }

        Result done() {
            assertThat(err).isEmpty();
            assertThat(exitCode).isZero();
            return this;
        }

        /** This text on the standard output, and nothing else. */
        void says(String text) {
            assertThat(done().out).isEqualTo(text);
        }

        /** One document, whose field has this text. */
        void has(String field, String text) {
            assertThat(document().path(field).asString()).isEqualTo(text);
        }

        /** One line on the standard error, and nothing else. */
        Result failed(int code, String message) {
            assertThat(out).isEmpty();
            assertThat(err.lines().filter(line -> !line.startsWith("Help: ") && !line.startsWith("Did you mean: ")))
                    .singleElement()
                    .asString()
                    .startsWith("stepgraph: ")
                    .contains(message);
            assertThat(exitCode).isEqualTo(code);
            return this;
        }
    }

    /** Runs a command on the store. */
    Result run(String command, String... args) {
        return runOn(Terminal.NONE, command, args);
    }

    /** Runs a command on the store, at a terminal. */
    Result runOn(Terminal terminal, String command, String... args) {
        List<String> all = new ArrayList<>(List.of(command, "--store", store.toString()));
        all.addAll(List.of(args));
        return on(terminal, all.toArray(String[]::new));
    }

    /** Runs a command without a store. */
    static Result plain(String... args) {
        return on(Terminal.NONE, args);
    }

    /** A terminal without colours, in front of which nobody types. */
    static Terminal terminal(int width) {
        return new Terminal(true, false, width, () -> null);
    }

    /** A wide terminal at which somebody answers each question with this. */
    static Terminal answering(String answer) {
        return new Terminal(true, false, 200, () -> answer);
    }

    static Result on(Terminal terminal, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                Stepgraph.commandLine(terminal, out, new PrintWriter(err)).execute(args);
        return new Result(exitCode, out.toString(), err.toString());
    }
}
