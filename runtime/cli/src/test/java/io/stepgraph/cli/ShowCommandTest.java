package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Timed;
import io.stepgraph.runtime.testing.FakeTime;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A run in detail. */
final class ShowCommandTest {
    @TempDir
    Path folder;

    @Test
    void a_run_that_waits_shows_its_question_and_its_path() {
        Path file = TestRuns.reviews(folder);
        TestRuns.labelled(file, "essay-1", "ann", Map.of("course", "writing"));

        String sheet = new Cli(file).run("show", "essay-1").done().out();

        assertThat(sheet)
                .contains("Run         essay-1")
                .contains("Status      WAITING")
                .contains("Step        ask (visit 2, attempt 1)")
                .contains("Waits for   an answer to 'ask'")
                .contains(" by ann\n")
                .contains("Labels      course=writing")
                .contains("\"text\" : \"Pay?\"")
                .contains("  Ticket    default~essay-1~")
                .containsPattern(
                        "    \\* first  1 visit, \\d+ms\n  > \\* ask    1 visit, \\d+ms\n      gated\n      third\n");
        assertThat(sheet).doesNotContain("Events");
    }

    @Test
    void a_run_that_waits_for_a_time_shows_until_when() {
        Path file = TestRuns.reviews(folder);
        TestRuns.sleeping(file, "essay-1");
        Cli cli = new Cli(file);

        String sheet = cli.run("show", "essay-1", "--events").done().out();
        JsonNode run = cli.run("show", "essay-1", "--json").document();

        assertThat(sheet)
                .contains("Step        second (visit 2, attempt 1)")
                .contains("Waits for   the end of 'second'")
                .containsPattern("Due         20\\S+Z\n")
                .contains("\"outcome\" : \"waiting\"")
                .containsPattern("  > \\* second +1 visit, \\d+ms\n")
                .containsPattern("  20\\S+Z +waiting +second +visit=2 until=20\\S+Z durationMillis=\\d+\n");
        assertThat(run.path("outcome").path("until")).isEqualTo(run.path("dueAt"));
    }

    @Test
    void a_completed_run_shows_its_outcome_and_events() {
        Path file = TestRuns.reviews(folder, "essay-1");
        Cli cli = new Cli(file);
        cli.run("answer", ticket(cli), "{\"@type\": \"Approved\", \"by\": \"ann\"}")
                .done();
        TestRuns.with(file, TestRuns.REVIEW, (runs, runner) -> runs.run("essay-1", Notes.of(), null));

        String sheet = cli.run("show", "essay-1", "--events").done().out();

        assertThat(sheet)
                .contains("Status      COMPLETED")
                .contains("Outcome\n  {\n    \"outcome\" : \"completed\"")
                .contains("  > * gated  1 visit, ")
                .contains("Events\n  TIME")
                .contains("question-asked")
                .contains("completed");
    }

    @Test
    void it_shows_when_each_attempt_began_and_how_long_it_took() {
        FakeTime time = new FakeTime();
        Path file = folder.resolve("runs.db");
        try (Store store = SqliteStore.open(file);
                Runner runner = Timed.runner(store, time)) {
            TestGraph<Notes> graph =
                    Graphs.single(step -> step.retry(2, 1, 1, 1, 0, IllegalStateException.class), (notes, context) -> {
                        time.pass(Duration.ofMillis(1250));
                        if (context.attempt() == 1) {
                            throw new IllegalStateException("busy");
                        }
                    });
            runner.client(graph, new Object()).run("essay-1", Notes.of(), null);
        }
        Cli cli = new Cli(file);

        String sheet = cli.run("show", "essay-1", "--events").done().out();
        JsonNode run = cli.run("show", "essay-1", "--json", "--events").document();

        assertThat(sheet)
                .contains("  > * first  1 visit, 2.5s\n")
                .contains("  1970-01-01T00:00:00Z      step-started   first  visit=1 attempt=1\n")
                .contains("step-retrying  first  visit=1 attempt=1 durationMillis=1250 ")
                .contains("  1970-01-01T00:00:01.251Z  step-started   first  visit=1 attempt=2\n")
                .contains("step-finished  first  visit=1 attempt=2 durationMillis=1250\n");
        assertThat(run.path("path").path(0).path("durationMillis").asLong()).isEqualTo(2500);
        assertThat(run.path("events").path(3).path("startedAt").asString()).isEqualTo("1970-01-01T00:00:01.251Z");
    }

    private static String ticket(Cli cli) {
        return cli.run("questions", "--json").document().path("ticket").asString();
    }

    @Test
    void json_is_one_document() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        JsonNode run = cli.run("show", "essay-1", "--json", "--events").document();

        assertThat(run.path("status").asString()).isEqualTo("WAITING");
        assertThat(run.path("question").path("ticket").asString()).isEqualTo(ticket(cli));
        assertThat(run.path("outcome").path("outcome").asString()).isEqualTo("asked");
        assertThat(run.path("path").path(1).toString())
                .matches("\\{\"step\":\"ask\",\"visits\":1,\"durationMillis\":\\d+,\"present\":true}");
        assertThat(run.path("path").path(2).toString())
                .isEqualTo("{\"step\":\"gated\",\"visits\":0,\"durationMillis\":null,\"present\":false}");
        assertThat(run.path("events").path(0).path("event").asString()).isEqualTo("started");
        assertThat(run.path("effects").isEmpty()).isTrue();
    }

    @Test
    void a_failed_run_shows_its_failure() {
        Path file = TestRuns.reviews(folder);
        TestRuns.failing(file, "essay-1");

        assertThat(new Cli(file).run("show", "essay-1").done().out())
                .contains("Status      FAILED")
                .contains("the model is away")
                .contains(
                        "Trace\n  java.lang.IllegalStateException: the model is away\n      at io.stepgraph.cli.TestRuns.")
                .contains("  > * first  1 visit, ");
        assertThat(new Cli(file)
                        .run("show", "essay-1", "--json")
                        .document()
                        .path("failureTrace")
                        .asString())
                .startsWith("java.lang.IllegalStateException: the model is away\n\tat ");
    }

    @Test
    void a_picture_marks_the_path() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        assertThat(cli.run("show", "essay-1", "--format", "dot").done().out())
                .contains("\"first\" -> \"ask\" [penwidth=3, color=\"#1f2328\"];")
                .contains("\"ask\" -> \"gated\" [label=\" Approved\"];")
                .contains("1 visit");
        assertThat(cli.run("show", "essay-1", "--format", "mermaid").done().out())
                .contains("style n2 stroke-width:4px,stroke:#cf222e");
        assertThat(cli.run("show", "essay-1", "--format", "svg").done().out()).startsWith("<svg ");
    }

    @Test
    void a_picture_of_a_completed_run_marks_its_end_in_green_and_nothing_in_red() {
        Path file = folder.resolve("runs.db");
        TestRuns.with(
                file, Graphs.single((notes, context) -> {}), (runs, runner) -> runs.run("essay-1", Notes.of(), null));
        Cli cli = new Cli(file);

        assertThat(cli.run("show", "essay-1", "--format", "dot").done().out())
                .contains("penwidth=4, color=\"#2e8555\"]")
                .doesNotContain("#cf222e");
        assertThat(cli.run("show", "essay-1", "--format", "mermaid").done().out())
                .contains("stroke-width:4px,stroke:#2e8555")
                .doesNotContain("#cf222e");
        assertThat(cli.run("show", "essay-1", "--format", "svg").done().out())
                .contains("stroke=\"#2e8555\" stroke-width=\"4\"")
                .doesNotContain("#cf222e");
    }

    @Test
    void a_run_without_a_stored_graph_shows_the_steps_that_it_visited() {
        Path file = folder.resolve("runs.db");
        try (Store store = SqliteStore.open(file);
                Runner runner = Runner.builder(store).build()) {
            runner.client(TestRuns.REVIEW, new Object()).run("essay-1", Notes.of(), null);
        }
        Cli cli = new Cli(file);

        assertThat(cli.run("show", "essay-1").done().out())
                .containsPattern(
                        "Path \\(the store does not have the graph\\)\n    \\* first  1 visit, .*\n  > \\* ask    1 visit, \\d+ms\n");
        cli.run("show", "essay-1", "--format", "dot").failed(ExitCodes.REFUSED, "The store has no graph 'test'");
    }

    @Test
    void a_run_that_has_called_others_shows_its_family_as_a_tree() {
        Path file = TestRuns.reviews(folder);
        TestRuns.calling(file, "essay-1");
        Cli cli = new Cli(file);

        String sheet = cli.run("show", "essay-1").done().out();
        JsonNode run = cli.run("show", "essay-1", "--json").document();

        assertThat(sheet)
                .contains("Waits for   1 of 2 agents of 'first'\n")
                .containsPattern("""
                        Family
                          RUN +STATUS +STEP +SINCE +REASON
                        > essay-1 +WAITING +first +20\\S+Z +the agents of 'first'
                            essay-1//first\\.1/clerk +WAITING +ask +20\\S+Z +an answer to 'ask'
                            essay-1//first\\.1/broken +FAILED +first +20\\S+Z +the model is away
                        """)
                .doesNotContain("Called by");
        assertThat(run.path("calledBy").isNull()).isTrue();
        assertThat(run.path("family")).hasSize(3);
        JsonNode clerk = run.path("family").path(1);
        assertThat(clerk.path("caller").asString()).isEqualTo("essay-1");
        assertThat(clerk.path("place").asInt()).isEqualTo(1);
        assertThat(clerk.path("endedAt").isNull()).isTrue();
        assertThat(clerk.path("graph").asString()).isEqualTo("test/clerk");
        assertThat(run.path("family").path(2).path("endedAt").asString()).endsWith("Z");
    }

    @Test
    void a_run_that_was_called_shows_its_caller() {
        Path file = TestRuns.reviews(folder);
        TestRuns.calling(file, "essay-1");

        assertThat(new Cli(file).run("show", "essay-1//first.1/clerk").done().out())
                .contains("Called by   essay-1\n", "\n  essay-1 ", "\n>   essay-1//first.1/clerk ");
    }

    @Test
    void a_run_that_is_not_there_is_refused() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        cli.run("show", "essay-2")
                .failed(
                        ExitCodes.REFUSED,
                        "There is no run 'essay-2' in namespace 'default'. `stepgraph runs` lists its runs, `stepgraph"
                                + " namespaces` the namespaces.");
        cli.run("show", "essay-1", "--namespace", "other").failed(ExitCodes.REFUSED, "essay-1");
        cli.run("show", "x".repeat(201)).failed(ExitCodes.USAGE, "RUN, the id of a run, must have 1 to 200 characters");
        cli.run("show", "essay-1", "--json", "--format", "dot").failed(ExitCodes.USAGE, "--format prints a picture");
    }
}
