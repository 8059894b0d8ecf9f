package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Help, wrong command lines, and files that are not stores. */
final class UsageTest {
    @TempDir
    Path folder;

    static Set<String> commands() {
        Set<String> commands = new TreeSet<>(
                Stepgraph.commandLine(Terminal.NONE, Writer.nullWriter(), new PrintWriter(Writer.nullWriter()))
                        .getSubcommands()
                        .keySet());
        commands.remove("help");
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_has_help_with_an_example(String command) {
        Cli.Result help = Cli.plain(command, "--help").done();

        assertThat(help.out()).contains("Usage: stepgraph " + command).contains("Example: stepgraph " + command);
        assertThat(help.out()).doesNotContain("@@");
        assertThat(Cli.plain("--help").done().out()).contains("  " + command + " ");
    }

    @Test
    void a_wrong_command_line_is_one_line_and_a_hint() {
        Cli.plain("rums").failed(ExitCodes.USAGE, "rums");
        Cli.plain().failed(ExitCodes.USAGE, "Missing required subcommand");
        Cli.Result result =
                Cli.plain("runs", "--store", "x.db", "--colour", "red").failed(ExitCodes.USAGE, "--colour");
        assertThat(Cli.plain("runs", "--limit", "x").err()).endsWith("Help: stepgraph runs --help\n");
        Cli.plain("runs", "--store", "x.db", "--status", "lost").failed(ExitCodes.USAGE, "--status");
        Cli.plain("runs", "--store", "x.db", "--namespace", "").failed(ExitCodes.USAGE, "--namespace must have");
        Cli.plain("runs", "--store", "").failed(ExitCodes.USAGE, "Name the store");
        Cli.plain("runs", "--store", "jdbc:mysql://host/db")
                .failed(ExitCodes.USAGE, "--store is neither a file nor a URL of Postgres");
    }

    @Test
    void a_file_that_is_not_there_is_not_created() {
        Path missing = folder.resolve("missing.db");

        new Cli(missing).run("runs").failed(ExitCodes.STORE, "There is no file");
        assertThat(missing).doesNotExist();
    }

    @Test
    void a_file_that_is_no_store_stays_as_it_was() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.db"));
        Path text = Files.writeString(folder.resolve("text.db"), "no database at all ".repeat(100));

        new Cli(empty).run("runs").failed(ExitCodes.STORE, "is empty");
        new Cli(text).run("runs").failed(ExitCodes.STORE, "is not a SQLite database");
        new Cli(folder).run("runs").failed(ExitCodes.STORE, "is a folder");
        assertThat(empty).isEmptyFile();
        assertThat(text).hasContent("no database at all ".repeat(100));
    }

    @Test
    void a_server_that_does_not_answer_is_an_error_without_the_password() {
        Cli.Result result = Cli.plain("runs", "--store", "postgresql://ann:s3cret@127.0.0.1:1/agents")
                .failed(ExitCodes.STORE, "The database cannot be reached");

        assertThat(result.err()).doesNotContain("s3cret");
        assertThat(Cli.plain("runs", "--store", "postgresql://ann:s3cret@/a b")
                        .failed(ExitCodes.USAGE, "--store: the URL")
                        .err())
                .doesNotContain("s3cret");
    }

    @Test
    void debug_adds_the_stack_trace() {
        Cli.Result result = new Cli(folder.resolve("missing.db")).run("runs", "--debug");

        assertThat(result.exitCode()).isEqualTo(ExitCodes.STORE);
        assertThat(result.err()).contains("\tat io.stepgraph.cli.");
    }

    @Test
    void a_pipe_that_closes_ends_the_command_quietly() {
        Path file = TestRuns.reviews(folder, "essay-1", "essay-2");
        Writer closed = new OutputStreamWriter(
                new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                },
                StandardCharsets.UTF_8);
        StringWriter err = new StringWriter();

        int exitCode = Stepgraph.commandLine(Terminal.NONE, closed, new PrintWriter(err))
                .execute("runs", "--store", file.toString(), "--json");

        assertThat(exitCode).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"runs", "show", "help"})
    void a_full_disk_is_an_error(String command) {
        Path file = TestRuns.reviews(folder, "essay-1");
        Writer full = new OutputStreamWriter(
                new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        throw new IOException("No space left on device");
                    }
                },
                StandardCharsets.UTF_8);
        StringWriter err = new StringWriter();
        String[] args = switch (command) {
            case "show" -> new String[] {command, "essay-1", "--store", file.toString()};
            case "runs" -> new String[] {command, "--store", file.toString()};
            default -> new String[] {command};
        };

        int exitCode =
                Stepgraph.commandLine(Terminal.NONE, full, new PrintWriter(err)).execute(args);

        assertThat(exitCode).isEqualTo(ExitCodes.OUTPUT);
        assertThat(err.toString())
                .startsWith("stepgraph: The output could not be written.")
                .contains("(No space left on device)");
    }
}
