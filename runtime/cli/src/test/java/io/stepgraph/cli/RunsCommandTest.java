package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.Terminal;
import io.stepgraph.cli.io.Texts;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.List;
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
    void runs_that_others_have_called_are_left_out_unless_they_are_asked_for() {
        Path file = TestRuns.reviews(folder);
        TestRuns.calling(file, "essay-1");
        Cli cli = new Cli(file);

        assertThat(cli.run("runs", "--json").documents())
                .extracting(run -> run.path("id").asString())
                .containsExactly("essay-1");
        assertThat(cli.run("runs", "--json", "--children").documents())
                .extracting(run -> run.path("id").asString())
                .containsExactlyInAnyOrder("essay-1", "essay-1//first.1/clerk", "essay-1//first.1/broken");
    }

    @Test
    void the_table_has_a_row_for_each_run() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        Cli.Result result = cli.run("runs").done();

        assertThat(result.lines()).hasSize(2);
        assertThat(result.lines().get(0).split(" {2,}"))
                .containsExactly("ID", "STATUS", "STEP", "REASON", "CHANGED", "GRAPH", "STARTED BY", "LABELS");
        assertThat(result.lines().get(1)).matches("essay-1  WAITING  ask   an answer to 'ask'  20\\S+Z  test");
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

        assertThat(cli.run("runs").done().lines().get(1)).startsWith("a 'b' \"c\" é 日本 \\u001b[31m\\n|  WAITING");
        cli.run("runs", "--json").has("id", odd);
        assertThat(cli.run("show", odd).done().out()).contains("a 'b' \"c\" é 日本 \\u001b[31m\\n|");
    }

    @Test
    void a_failed_run_tells_why() {
        Path file = TestRuns.reviews(folder);
        TestRuns.failing(file, "essay-1");
        Cli cli = new Cli(file);

        assertThat(cli.run("runs").done().lines().get(1)).startsWith("essay-1  FAILED  first  the model is away  20");
        cli.run("runs", "--json").has("failure", "the model is away");
    }

    @Test
    void no_character_turns_or_moves_the_text_around_it() {
        String odd = "a\u202e\u2066\u200f\u061c\u0085\u2028\u007fb";
        Path file = TestRuns.reviews(folder, odd);
        TestRuns.labelled(file, "essay-1", "ann", Map.of("topic", odd));
        Cli cli = new Cli(file);

        Cli.Result runs = cli.run("runs", "--json", "--limit", "1");

        assertThat(runs.out()).contains("a\\u202e\\u2066\\u200f\\u061c\\u0085\\u2028\\u007fb");
        assertThat(runs.document().path("labels").path("topic").asString()).isEqualTo(odd);
        for (Cli.Result result : List.of(runs, cli.run("runs"), cli.run("show", odd), cli.run("show", odd, "--json"))) {
            assertThat(result.done().out())
                    .doesNotContain("\u202e", "\u2066", "\u200f", "\u061c", "\u0085", "\u2028", "\u007f");
        }
    }

    @Test
    void an_empty_list_names_the_namespaces_that_have_runs() {
        Path file = folder.resolve("empty.db");
        SqliteStore.open(file).close();
        Cli cli = new Cli(file);
        cli.run("runs").empty("No runs in namespace 'default'. No other namespace has runs.");
        cli.run("namespaces").empty("The store has no runs.");

        TestRuns.in("tenant-7", file, "essay-1", "essay-2");
        TestRuns.in("tenant-8", file, "essay-1");

        String others = " in namespace 'default'. Other namespaces with runs: tenant-7 (2), tenant-8 (1).";
        cli.run("runs").empty("No runs" + others);
        cli.run("runs", "--status", "failed").empty("No such runs" + others);
        cli.run("questions").empty("No open questions" + others);
        cli.run("effects").empty("No effects" + others);
        cli.run("effects", "--in-doubt").empty("No effects in doubt" + others);
        for (String command : List.of("runs", "questions", "effects")) {
            assertThat(cli.run(command, "--json").err()).endsWith(others + "\n");
            assertThat(cli.run(command, "--json").documents()).isEmpty();
        }
    }

    @Test
    void many_namespaces_are_named_up_to_ten() {
        Path file = folder.resolve("runs.db");
        for (int i = 10; i < 25; i++) {
            TestRuns.in("tenant-" + i, file, "essay-1");
        }
        Cli cli = new Cli(file);

        assertThat(cli.run("runs").err())
                .contains("tenant-10 (1)", "tenant-19 (1), … (`stepgraph namespaces` lists all).")
                .doesNotContain("tenant-20");
        assertThat(cli.run("namespaces", "--limit", "0").done().lines())
                .hasSize(16)
                .startsWith("NAMESPACE  RUNS", "tenant-10  1");
        assertThat(cli.run("namespaces", "--limit", "3", "--json").documents()).hasSize(3);
        assertThat(cli.runOn(Cli.terminal(80), "namespaces", "--limit", "3").err())
                .contains("--limit 0 lists all");
    }

    @Test
    void colours_and_notes_are_for_terminals() {
        Path file = TestRuns.reviews(folder, "essay-1", "essay-2");

        Cli.Result result = new Cli(file).runOn(new Terminal(true, true, 80, () -> null), "runs", "--limit", "1");

        assertThat(result.out()).contains("\u001b[33mWAITING\u001b[0m");
        assertThat(result.err()).contains("--limit 0 lists all");
    }

    @Test
    void a_table_fits_the_terminal_and_never_cuts_an_id() {
        String id = "essay-" + "1".repeat(30);
        Path file = TestRuns.reviews(folder, id);
        TestRuns.labelled(file, "日本", "ann", Map.of("course", "日本".repeat(30)));
        TestRuns.failing(file, "essay-3");

        for (int width : new int[] {200, 120, 100, 90, 80, 70}) {
            List<String> lines =
                    new Cli(file).runOn(Cli.terminal(width), "runs").done().lines();
            assertThat(lines)
                    .hasSize(4)
                    .allSatisfy(line -> assertThat(Texts.width(line)).isLessThanOrEqualTo(width));
            assertThat(lines.get(3)).startsWith(id + "  WAITING  ").contains("an answer to 'ask'");
        }
        assertThat(new Cli(file).runOn(Cli.terminal(80), "runs").lines().get(0).split(" {2,}"))
                .containsExactly("ID", "STATUS", "STEP", "REASON");
        assertThat(new Cli(file).runOn(Cli.terminal(20), "runs").out()).contains(id);
        assertThat(new Cli(file).run("runs").out()).contains("日本".repeat(30));
    }

    @Test
    void the_reason_is_cut_after_all_other_columns() {
        Path file = TestRuns.reviews(folder);
        TestRuns.with(
                file,
                Graphs.single((notes, context) -> {
                    throw new IllegalStateException("the card was declined by the bank of the customer");
                }),
                (runs, runner) -> runs.run("essay-10001", Notes.of(), null));

        for (int width : new int[] {120, 100, 80, 60, 40}) {
            List<String> lines =
                    new Cli(file).runOn(Cli.terminal(width), "runs").done().lines();
            assertThat(lines)
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(Texts.width(line)).isLessThanOrEqualTo(width));
            assertThat(lines.get(1))
                    .startsWith("essay-10001  FAILED  ")
                    .contains(width < 80 ? "the card was dec" : "the card was declined by the ");
        }
    }
}
