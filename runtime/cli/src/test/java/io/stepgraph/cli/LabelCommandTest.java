package io.stepgraph.cli;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Labels that change. */
final class LabelCommandTest {
    @TempDir
    Path folder;

    private Path file;
    private Cli cli;

    @BeforeEach
    void run() {
        file = TestRuns.reviews(folder);
        TestRuns.labelled(file, "essay-1", "ann", Map.of("course", "writing", "topic", "owls"));
        cli = new Cli(file);
    }

    private JsonNode events() {
        return cli.run("show", "essay-1", "--json", "--events").document().path("events");
    }

    @Test
    void labels_are_added_replaced_and_removed() {
        cli.run("label", "essay-1", "priority=high", "course=reading", "topic=")
                .says("Run 'essay-1' has the labels course=reading priority=high.\n");

        assertThat(cli.run("show", "essay-1").done().out()).contains("Labels      course=reading priority=high\n");
        assertThat(cli.run("runs", "--label", "priority=high", "--json").documents())
                .hasSize(1);
        cli.run("runs", "--label", "topic=owls")
                .empty("No such runs in namespace 'default'. No other namespace has runs.");
        cli.run("label", "essay-1", "priority=", "course=").says("Run 'essay-1' has no labels.\n");
    }

    @Test
    void json_has_all_labels() {
        assertThat(cli.run("label", "essay-1", "at=a=b", "--json").document().toString())
                .isEqualTo("{\"id\":\"essay-1\",\"status\":\"WAITING\","
                        + "\"labels\":{\"at\":\"a=b\",\"course\":\"writing\",\"topic\":\"owls\"}}");
    }

    @Test
    void the_log_tells_who_has_changed_which() {
        cli.run("label", "essay-1", "priority=high", "topic=", "course=writing", "--by", "bob")
                .done();

        JsonNode changed = events().path(events().size() - 1);
        assertThat(changed.path("event").asString()).isEqualTo("labels-changed");
        assertThat(changed.path("labels").toString()).isEqualTo("{\"priority\":\"high\",\"topic\":\"\"}");
        assertThat(changed.path("by").asString()).isEqualTo("bob");
    }

    @Test
    void a_change_that_makes_no_difference_stores_nothing() {
        int before = events().size();

        cli.run("label", "essay-1", "course=writing", "priority=").done();

        assertThat(events()).hasSize(before);
    }

    @Test
    void what_is_no_label_is_a_wrong_command_line() {
        cli.run("label", "essay-1").failed(ExitCodes.USAGE, "NAME=VALUE");
        cli.run("label", "essay-1", "priority").failed(ExitCodes.USAGE, "write NAME=VALUE, or NAME= to remove");
        cli.run("label", "essay-1", "=high").failed(ExitCodes.USAGE, "The name of a label must have 1 to 200");
        cli.run("label", "essay-1", "a=" + "x".repeat(201))
                .failed(ExitCodes.USAGE, "The value of the label 'a' must have 1 to 200 characters");
        cli.run("label", "essay-1", "a=1", "a=2").failed(ExitCodes.USAGE, "'a' is given twice");
        cli.run("label", "essay-1", "a=1", "--by", "").failed(ExitCodes.USAGE, "--by must have");
    }

    @Test
    void labels_of_a_run_that_has_ended_or_is_not_there_or_has_too_many_stay() {
        Map<String, String> most = Stream.iterate(1, i -> i + 1)
                .limit(32)
                .map(i -> "label-" + i)
                .collect(toMap(Function.identity(), n -> n));
        TestRuns.labelled(file, "essay-2", "ann", most);
        TestRuns.failing(file, "essay-3");

        cli.run("label", "essay-2", "priority=high")
                .failed(ExitCodes.REFUSED, "A run has at most 32 labels; 'priority' is one more.");
        cli.run("label", "essay-3", "priority=high")
                .failed(ExitCodes.REFUSED, "it is FAILED. Only the labels of an unfinished run can be changed.");
        cli.run("label", "essay-4", "priority=high").failed(ExitCodes.REFUSED, "There is no run 'essay-4'");
    }
}
