package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Questions, and answers to them. */
final class AnswerCommandTest {
    private static final String YES = "{\"@type\": \"Approved\", \"by\": \"ann\"}";

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void ask() {
        cli = new Cli(TestRuns.reviews(folder, "essay 1"));
    }

    private String ticket() {
        return cli.run("questions", "--json").document().path("ticket").asString();
    }

    @Test
    void a_question_has_its_ticket_and_schema() {
        JsonNode question = cli.run("questions", "--json").document();

        assertThat(question.path("runId").asString()).isEqualTo("essay 1");
        assertThat(question.path("question").path("text").asString()).isEqualTo("Pay?");
        assertThat(question.path("answerSchema").isObject()).isTrue();
        assertThat(cli.run("questions").done().lines().get(1))
                .startsWith("essay 1  Pay?      anybody      ask")
                .endsWith(ticket());
    }

    @Test
    void on_a_narrow_terminal_a_question_shows_what_is_asked_and_who_may_answer() {
        Path file = TestRuns.ruled(folder.resolve("ruled.db"), "0b7e6a52-6b0f-4a2e-9d5c-1f2a3b4c5d6e");

        List<String> lines =
                new Cli(file).runOn(Cli.terminal(80), "questions").done().lines();

        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(lines.get(1)).startsWith("0b7e6a52-6b0f-4a2e-9d5c-1f2a3b4c5d6e  Pay?      a lead");
    }

    @Test
    void the_id_of_the_run_that_asks_stands_for_its_ticket() {
        cli.run("cancel", "essay 1").done();
        cli.run("answer", "essay 1", YES).failed(ExitCodes.REFUSED, "Run 'essay 1' asks no question: it is CANCELLED.");
        TestRuns.reviews(folder, "essay-2", "essay-3");

        cli.run("answer", "essay-2", YES, "--by", "ann").says("The answer to run 'essay-2' is stored.\n");

        cli.run("answer", "essay-2", YES).failed(ExitCodes.REFUSED, "Run 'essay-2' asks no question: it is QUEUED.");
        cli.run("questions", "--json").has("runId", "essay-3");
    }

    @Test
    void an_answer_lets_the_run_continue() {
        cli.run("answer", ticket(), YES, "--by", "ann").says("The answer to run 'essay 1' is stored.\n");

        JsonNode run = cli.run("show", "essay 1", "--json", "--events").document();
        assertThat(run.path("status").asString()).isEqualTo("QUEUED");
        assertThat(run.path("events").toString()).contains("\"by\":\"ann\"");
        assertThat(cli.run("questions", "--json").documents()).isEmpty();
    }

    @Test
    @Tag("W6")
    void W6_a_role_is_stated_and_the_log_says_that_the_command_line_did() {
        cli = new Cli(TestRuns.ruled(folder.resolve("ruled.db"), "two"));
        cli.run("answer", ticket(), YES, "--by", "ann")
                .failed(ExitCodes.REFUSED, "may be answered by a lead; ann may not. Nothing was changed.");

        cli.run("answer", ticket(), YES, "--by", "ann", "--role", "lead").done();

        assertThat(cli.run("show", "two", "--json", "--events")
                        .document()
                        .path("events")
                        .toString())
                .contains("\"by\":\"ann\",\"roles\":[\"command line\",\"lead\"]");
    }

    @Test
    void an_answer_may_stand_in_a_file() throws IOException {
        Path file = Files.writeString(folder.resolve("answer.json"), YES);

        JsonNode done = cli.run("answer", ticket(), "@" + file, "--json").document();

        assertThat(done.toString()).isEqualTo("{\"runId\":\"essay 1\",\"status\":\"QUEUED\"}");
        cli.run("answer", "any", "@" + folder.resolve("none.json"))
                .failed(ExitCodes.USAGE, "The answer: there is no file");
    }

    @Test
    void an_answer_that_does_not_fit_is_refused() {
        cli.run("answer", ticket(), "{\"@type\": \"Perhaps\"}").failed(ExitCodes.REFUSED, "Perhaps");
        cli.run("answer", ticket(), "").failed(ExitCodes.USAGE, "The answer is not JSON: it is empty");
        cli.run("answer", ticket(), "yes").failed(ExitCodes.USAGE, "The answer is not JSON: Unrecognized token 'yes'");
        cli.run("answer", ticket(), YES + " " + YES)
                .failed(ExitCodes.USAGE, "The answer is not JSON: more text comes after its end.");
        assertThat(cli.run("answer", ticket(), "{\"@type\": 1").err())
                .startsWith(
                        "stepgraph: The answer is not JSON: Unexpected end-of-input: expected close marker for Object.\n");

        assertThat(cli.run("questions", "--json").documents()).hasSize(1);
    }

    @Test
    void a_ticket_of_another_namespace_says_of_which() {
        cli.run("answer", ticket(), YES, "--namespace", "tenant-7")
                .failed(ExitCodes.REFUSED, "The ticket is of namespace 'default'; add --namespace default.");

        assertThat(cli.run("questions", "--json").documents()).hasSize(1);
    }

    @Test
    void a_ticket_that_is_not_good_any_more_is_refused() {
        String ticket = ticket();
        cli.run("answer", ticket, YES).done();

        cli.run("answer", ticket, YES).done();
        cli.run("answer", ticket, "{\"@type\": \"Rejected\", \"why\": \"late\"}")
                .failed(ExitCodes.REFUSED, "essay 1");
        cli.run("answer", "no-ticket", YES)
                .failed(ExitCodes.REFUSED, "There is no run 'no-ticket' in namespace 'default'.");
        cli.run("answer", ticket).failed(ExitCodes.USAGE, "JSON");
    }
}
