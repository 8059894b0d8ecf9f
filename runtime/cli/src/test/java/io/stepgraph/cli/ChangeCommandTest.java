package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Many runs are cancelled or retried at once. */
final class ChangeCommandTest {
    @TempDir
    Path folder;

    private Path file;
    private Cli cli;

    @BeforeEach
    void runs() {
        file = TestRuns.reviews(folder, "essay-1", "essay-2");
        TestRuns.labelled(file, "essay-3", "ann", Map.of("course", "writing"));
        TestRuns.failing(file, "essay-4");
        TestRuns.failing(file, "essay-5");
        cli = new Cli(file);
    }

    private List<String> ids(String status) {
        return cli.run("runs", "--json", "--status", status, "--order", "started").documents().stream()
                .map(run -> run.path("id").asString())
                .toList();
    }

    @Test
    void runs_that_fit_the_conditions_are_cancelled() {
        cli.run("cancel", "--label", "course=writing", "--yes", "--by", "bob").says("1 run cancelled.\n");
        assertThat(ids("cancelled")).containsExactly("essay-3");
        assertThat(cli.run("show", "essay-3").done().out()).contains("\"by\" : \"bob\"");

        cli.run("cancel", "--from", "1h", "--yes", "--json").says("{\"found\":2,\"cancelled\":2}\n");
        assertThat(ids("cancelled")).containsExactly("essay-3", "essay-2", "essay-1");
        assertThat(ids("failed")).containsExactly("essay-5", "essay-4");
    }

    @Test
    void failed_runs_are_retried() {
        assertThat(cli.run("retry", "--all", "--yes").done().lines()).hasSize(3).endsWith("2 runs retried.");
        assertThat(ids("queued")).containsExactly("essay-5", "essay-4");
        cli.run("retry", "--all", "--yes")
                .empty("No runs that can be retried in namespace 'default'. No other namespace has runs.");
        cli.run("retry", "--all", "--json").says("{\"found\":0,\"retried\":0,\"failures\":[]}\n");
    }

    @Test
    void failed_runs_are_retried_by_step_and_message_and_counted_by_kind_before() {
        TestRuns.failing(file, "essay-6", "the card was declined");

        Cli.Result asked = cli.runOn(Cli.answering("n"), "retry", "--all");

        assertThat(asked.lines().get(0).split(" {2,}"))
                .containsExactly("COUNT", "STEP", "CODE", "MESSAGE", "LAST", "FIRST");
        assertThat(asked.lines().get(1)).startsWith("2      first  STEP_FAILED  the model is away      20");
        assertThat(asked.lines().get(2)).startsWith("1      first  STEP_FAILED  the card was declined  20");
        assertThat(asked.lines()).hasSize(3);
        cli.run("retry", "--step", "second", "--yes")
                .empty("No such runs that can be retried in namespace 'default'." + " No other namespace has runs.");
        JsonNode done = cli.run("retry", "--step", "first", "--failure", "declined", "--yes", "--json")
                .document();
        assertThat(done.path("retried").asInt()).isEqualTo(1);
        assertThat(done.path("failures")).hasSize(1);
        assertThat(done.path("failures").path(0).path("message").asString()).isEqualTo("the card was declined");
        assertThat(ids("queued")).containsExactly("essay-6");
        assertThat(cli.run("retry", "--failure", "STEP_FAILED", "--yes").done().out())
                .endsWith("2 runs retried.\n");
    }

    @Test
    void unfinished_runs_of_a_step_are_cancelled() {
        cli.run("cancel", "--step", "ask", "--yes").says("3 runs cancelled.\n");
        cli.run("cancel", "--failure", "away", "--yes")
                .failed(ExitCodes.USAGE, "Only runs that are FAILED have a failure");
        cli.run("runs", "--failure", "away", "--status", "waiting")
                .failed(ExitCodes.USAGE, "Only runs that are FAILED have a failure");
        assertThat(cli.run("runs", "--failure", "away", "--json").documents()).hasSize(2);
    }

    @Test
    void of_several_runs_those_that_cannot_be_changed_are_named_and_the_others_are_changed() {
        Cli.Result result = cli.run("retry", "essay-4", "essay-1", "essay-9", "essay-5");

        assertThat(result.out()).isEqualTo("""
                Run 'essay-4' is QUEUED at step 'first'.
                Run 'essay-5' is QUEUED at step 'first'.
                """);
        assertThat(result.err().lines()).hasSize(3);
        assertThat(result.err())
                .contains("stepgraph: Run 'essay-1'", "stepgraph: There is no run 'essay-9'")
                .endsWith("stepgraph: 2 of 4 were refused; the others are done.\n");
        assertThat(result.exitCode()).isEqualTo(ExitCodes.REFUSED);
        assertThat(cli.run("cancel", "essay-1", "essay-2", "--json").documents())
                .hasSize(2);
        assertThat(cli.run("show", "essay-1", "essay-2", "--json").documents())
                .extracting(run -> run.path("status").asString())
                .containsExactly("CANCELLED", "CANCELLED");
        assertThat(cli.run("show", "essay-1", "essay-2").done().out()).contains("\n\nRun         essay-2\n");
        cli.run("show", "essay-1", "essay-2", "--format", "dot").failed(ExitCodes.USAGE, "one run");
    }

    @Test
    void a_person_is_asked_first() {
        Cli.Result asked = cli.runOn(Cli.answering("y"), "cancel", "--status", "waiting");

        assertThat(asked.err())
                .startsWith("Cancel 3 runs in namespace 'default'? [y/N] ")
                .endsWith("Cancel 3 runs in namespace 'default' …\n");
        assertThat(asked.out()).isEqualTo("3 runs cancelled.\n");
        assertThat(asked.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n", "no", "yesterday", " "})
    void without_a_yes_nothing_is_changed(String answer) {
        Cli.Result asked = cli.runOn(Cli.answering(answer), "retry", "--all");

        assertThat(asked.err())
                .isEqualTo("Retry 2 runs in namespace 'default'? [y/N] stepgraph: Nothing was changed.\n");
        assertThat(asked.exitCode()).isEqualTo(ExitCodes.REFUSED);
        assertThat(ids("failed")).hasSize(2);
    }

    @Test
    void without_a_terminal_nothing_is_changed() {
        cli.run("cancel", "--all")
                .failed(
                        ExitCodes.REFUSED,
                        "Cancel 3 runs in namespace 'default'? There is no terminal to ask; repeat the command with --yes."
                                + " Nothing was changed.");
        assertThat(cli.runOn(Cli.terminal(80), "cancel", "--all").exitCode())
                .as("the end of the input")
                .isEqualTo(ExitCodes.REFUSED);
        assertThat(ids("waiting")).hasSize(3);
    }

    @Test
    void a_run_that_is_started_while_the_person_thinks_is_left_alone() {
        Terminal slow = new Terminal(true, false, 80, () -> {
            TestRuns.labelled(file, "essay-9", "ann", Map.of());
            return "yes";
        });

        assertThat(cli.runOn(slow, "cancel", "--all").out()).isEqualTo("3 runs cancelled.\n");

        assertThat(ids("waiting")).containsExactly("essay-9");
    }

    @Test
    void runs_that_change_while_the_person_thinks_are_told() {
        Terminal slow = new Terminal(true, false, 80, () -> {
            cli.run("cancel", "essay-1").done();
            return "yes";
        });

        assertThat(cli.runOn(slow, "cancel", "--all").out()).startsWith("2 runs cancelled. 1 run left alone: ");
    }

    @Test
    void other_namespaces_stay_as_they_are() {
        TestRuns.in("tenant-7", file, "essay-1");

        cli.run("cancel", "--all", "--yes").done();

        cli.run("runs", "--namespace", "tenant-7", "--json").has("status", "WAITING");
    }

    @Test
    void what_is_to_be_changed_has_to_be_clear() {
        for (String command : List.of("cancel", "retry")) {
            cli.run(command, "--yes").failed(ExitCodes.USAGE, "--all means all runs");
            cli.run(command, "essay-1", "--all").failed(ExitCodes.USAGE, "not two of these");
            cli.run(command, "essay-1", "--graph", "test").failed(ExitCodes.USAGE, "not two of these");
            cli.run(command, "--all", "--graph", "test").failed(ExitCodes.USAGE, "not two of these");
        }
        cli.run("cancel", "--status", "failed")
                .failed(ExitCodes.USAGE, "--status: only runs that are QUEUED or RUNNING");
        cli.run("retry", "--status", "waiting")
                .failed(ExitCodes.USAGE, "--status: only runs that are FAILED can be retried.");
    }
}
