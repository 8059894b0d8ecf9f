package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.Terminal;
import io.stepgraph.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The list of runs. */
final class RunsCommandTest {
    @TempDir
    Path folder;

    @Test
    void the_table_has_a_row_for_each_run() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        Cli.Result result = cli.run("runs").done();

        assertThat(result.lines()).hasSize(2);
        assertThat(result.lines().get(0).split(" {2,}"))
                .containsExactly("ID", "GRAPH", "STATUS", "STEP", "WAITS FOR", "CHANGED", "STARTED BY", "LABELS");
        assertThat(result.lines().get(1)).matches("essay-1  test   WAITING  ask   an answer to 'ask'  20\\S+Z");
    }

    @Test
    void json_has_one_document_in_a_line_with_every_field() {
        Path file = TestRuns.reviews(folder, "essay-1");
        TestRuns.labelled(file, "essay-2", "ann", Map.of("course", "writing"));

        JsonNode run = new Cli(file).run("runs", "--json", "--limit", "1").document();

        assertThat(run.path("id").asString()).isEqualTo("essay-2");
        assertThat(run.path("status").asString()).isEqualTo("WAITING");
        assertThat(run.path("startedBy").asString()).isEqualTo("ann");
        assertThat(run.path("labels").path("course").asString()).isEqualTo("writing");
        assertThat(run.path("thread").isNull()).isTrue();
        assertThat(run.path("waitsFor").asString()).isEqualTo("an answer to 'ask'");
    }

    @Test
    void every_condition_has_to_hold() {
        Path file = TestRuns.reviews(folder, "essay-1");
        TestRuns.labelled(file, "essay-2", "ann", Map.of("course", "writing", "year", "2 = two"));
        TestRuns.failing(file, "essay-3");
        Cli cli = new Cli(file);

        assertThat(ids(cli, "--status", "failed")).containsExactly("essay-3");
        assertThat(ids(cli, "--status", "failed", "--status", "WAITING")).hasSize(3);
        assertThat(ids(cli, "--label", "course=writing", "--label", "year=2 = two"))
                .containsExactly("essay-2");
        assertThat(ids(cli, "--label", "course=reading")).isEmpty();
        assertThat(ids(cli, "--started-by", "ann", "--graph", "test")).containsExactly("essay-2");
        assertThat(ids(cli, "--graph", "other")).isEmpty();
        assertThat(ids(cli, "--thread", "other")).isEmpty();
        assertThat(ids(cli, "--from", "1h", "--order", "started")).containsExactly("essay-3", "essay-2", "essay-1");
        assertThat(ids(cli, "--until", "1h")).isEmpty();
        assertThat(ids(cli, "--from", "2999-01-01T00:00:00Z")).isEmpty();
        assertThat(ids(cli, "--namespace", "other")).isEmpty();
    }

    private static Iterable<String> ids(Cli cli, String... args) {
        String[] all = new String[args.length + 1];
        System.arraycopy(args, 0, all, 0, args.length);
        all[args.length] = "--json";
        return cli.run("runs", all).documents().stream()
                .map(run -> run.path("id").asString())
                .toList();
    }

    @Test
    void a_limit_of_zero_lists_all_pages() {
        Cli cli = new Cli(TestRuns.reviews(
                folder, IntStream.range(0, 60).mapToObj(i -> "essay-" + i).toArray(String[]::new)));

        assertThat(cli.run("runs").done().lines()).hasSize(51);
        assertThat(cli.run("runs", "--limit", "0").done().lines()).hasSize(61);
        assertThat(cli.run("runs", "--limit", "3", "--json").documents()).hasSize(3);
    }

    @Test
    void odd_names_stay_in_their_line() {
        String odd = "a 'b' \"c\" é 日本 \u001b[31m\n|";
        Cli cli = new Cli(TestRuns.reviews(folder, odd));

        assertThat(cli.run("runs").done().lines().get(1)).startsWith("a 'b' \"c\" é 日本 \\u001b[31m\\n|  test");
        assertThat(cli.run("runs", "--json").document().path("id").asString()).isEqualTo(odd);
        assertThat(cli.run("show", odd).done().out()).contains("a 'b' \"c\" é 日本 \\u001b[31m\\n|");
    }

    @Test
    void an_empty_store_has_no_runs() {
        Path file = folder.resolve("empty.db");
        SqliteStore.open(file).close();

        assertThat(new Cli(file).run("runs").done().out()).isEmpty();
        assertThat(new Cli(file).run("runs", "--json").done().out()).isEmpty();
        assertThat(new Cli(file).run("questions").done().out()).isEmpty();
        assertThat(new Cli(file).run("effects").done().out()).isEmpty();
    }

    @Test
    void colours_and_notes_are_for_terminals() {
        Path file = TestRuns.reviews(folder, "essay-1", "essay-2");

        Cli.Result result = Cli.on(new Terminal(true, true), "runs", "--store", file.toString(), "--limit", "1");

        assertThat(result.out()).contains("\u001b[33mWAITING\u001b[0m");
        assertThat(result.err()).contains("--limit 0 lists all");
    }
}
