package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepgraph.cli.io.Documents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as people start it. */
final class RunnableJarIT {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    Path folder;

    private record Ended(int exitCode, String out, String err) {}

    private Ended shell(String script, Path store) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder process = new ProcessBuilder("sh", "-c", script)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        process.environment().put("STEPGRAPH", "\"" + JAVA + "\" -jar \"" + System.getProperty("cli.jar") + "\"");
        process.environment().put("STEPGRAPH_STORE", store.toString());
        Process started = process.start();
        started.getOutputStream().close();
        assertThat(started.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(started.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void the_store_comes_from_the_environment() throws Exception {
        Path file = TestRuns.reviews(folder, "essay 日本");

        Ended ended = shell("eval \"$STEPGRAPH runs --json\"", file);

        assertThat(ended.err).isEmpty();
        assertThat(Documents.read(ended.out).path("id").asString()).isEqualTo("essay 日本");
    }

    @Test
    void head_ends_a_long_list_quietly() throws Exception {
        Path file = TestRuns.reviews(
                folder, IntStream.range(0, 400).mapToObj(i -> "essay-" + i).toArray(String[]::new));

        Ended ended = shell("eval \"$STEPGRAPH runs --limit 0 --json\" | head -1", file);

        assertThat(ended.err).isEmpty();
        assertThat(ended.out.lines()).hasSize(1);
        assertThat(ended.exitCode).isZero();
    }

    @Test
    void an_output_that_cannot_be_written_is_an_error() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Path file = TestRuns.reviews(folder, "essay-1");

        for (String command : List.of("runs --json", "cancel essay-1")) {
            Ended full = shell("eval \"$STEPGRAPH " + command + " > /dev/full\"", file);
            assertThat(full.err).contains("The output could not be written.");
            assertThat(full.exitCode).isEqualTo(5);
        }
        Ended closed = shell("eval \"$STEPGRAPH runs >&-\"", file);
        assertThat(closed.err).contains("The output could not be written.");
        assertThat(closed.exitCode).isEqualTo(5);
        assertThat(new Cli(file).run("show", "essay-1").done().out()).contains("CANCELLED");
    }

    @Test
    void a_question_is_answered_from_the_standard_input() throws Exception {
        Path file = TestRuns.reviews(folder, "essay-1");
        String ticket = new Cli(file)
                .run("questions", "--json")
                .document()
                .path("ticket")
                .asString();

        Ended ended = shell(
                "printf '{\"@type\": \"Rejected\", \"why\": \"é\"}' | eval \"$STEPGRAPH answer '" + ticket + "' -\"",
                file);

        assertThat(ended).isEqualTo(new Ended(0, "The answer to run 'essay-1' is stored.\n", ""));
    }

    @Test
    void errors_are_one_line_and_an_exit_code() throws Exception {
        Ended ended = shell("eval \"$STEPGRAPH runs\"", folder.resolve("missing.db"));

        assertThat(ended.exitCode).isEqualTo(3);
        assertThat(ended.out).isEmpty();
        assertThat(ended.err.lines()).hasSize(1);
    }

    @Test
    void a_graph_is_drawn() throws Exception {
        Path json = Files.write(
                folder.resolve("review.json"), TestRuns.json().text().getBytes(StandardCharsets.UTF_8));

        Ended ended = shell("eval \"$STEPGRAPH graph '" + json + "' --format svg\"", folder);

        assertThat(ended.err).isEmpty();
        assertThat(ended.out).startsWith("<svg ").endsWith("</svg>\n");
    }

    @Test
    void the_version_is_that_of_the_jar() throws Exception {
        assertThat(shell("eval \"$STEPGRAPH --version\"", folder).out).matches("stepgraph \\d+\\.\\d+.*\n");
    }
}
