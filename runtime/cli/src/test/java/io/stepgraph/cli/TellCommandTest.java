package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Messages to a run. */
@Tag("Q5")
final class TellCommandTest {
    private static final String N7 = "{\"node\": \"n7\"}";

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void listen() {
        Path file = TestRuns.reviews(folder);
        TestRuns.listening(file, "cluster-1");
        cli = new Cli(file);
    }

    private JsonNode shown() {
        return cli.run("show", "cluster-1", "--json").document();
    }

    @Test
    void a_run_that_listens_waits_for_a_message() {
        assertThat(cli.run("runs").done().out()).contains("WAITING  serve  a message at 'serve'");
        assertThat(cli.run("show", "cluster-1").done().out())
                .contains("Waits for   a message at 'serve'", "\"outcome\" : \"listening\"")
                .doesNotContain("Messages");
        assertThat(cli.run("questions", "--json").documents()).isEmpty();
        assertThat(shown().path("messages").isEmpty()).isTrue();
    }

    @Test
    void a_message_is_stored_and_listed_until_the_run_takes_it() {
        cli.run("tell", "cluster-1", "serve", N7, "--id", "u7", "--by", "ann")
                .says("The message 'u7' to run 'cluster-1' is stored.\n");

        assertThat(cli.run("show", "cluster-1").done().out())
                .contains("Status      QUEUED")
                .containsPattern("Messages\n  MAILBOX +ID +BY +SINCE\n  serve +u7 +ann +20\\S+Z\n");
        JsonNode message = shown().path("messages").path(0);
        assertThat(message.path("toldAt").asString()).endsWith("Z");
        assertThat(message.toString()).startsWith("{\"mailbox\":\"serve\",\"id\":\"u7\",\"by\":\"ann\",");
        assertThat(shown().path("messagesWaiting").asInt()).isEqualTo(1);
    }

    @Test
    @Tag("Q6")
    void Q6_the_same_message_again_changes_nothing_and_another_one_is_refused() {
        cli.run("tell", "cluster-1", "serve", N7, "--id", "u7").done();

        assertThat(cli.run("tell", "cluster-1", "serve", "{\"node\":\"n7\"}", "--id", "u7", "--json")
                        .document()
                        .toString())
                .isEqualTo("{\"runId\":\"cluster-1\",\"mailbox\":\"serve\",\"id\":\"u7\",\"status\":\"QUEUED\"}");
        cli.run("tell", "cluster-1", "serve", "{\"node\": \"n8\"}", "--id", "u7")
                .failed(ExitCodes.REFUSED, "u7");
        assertThat(shown().path("messagesWaiting").asInt()).isEqualTo(1);
    }

    @Test
    void a_message_is_withdrawn_once() {
        cli.run("tell", "cluster-1", "serve", N7, "--id", "u7").done();

        cli.run("tell", "cluster-1", "serve", "--id", "u7", "--withdraw")
                .says("The message 'u7' to run 'cluster-1' is withdrawn.\n");

        assertThat(shown().path("messages").isEmpty()).isTrue();
        cli.run("tell", "cluster-1", "serve", "--id", "u7", "--withdraw")
                .failed(ExitCodes.REFUSED, "No message 'u7' waits in 'serve' of run 'cluster-1'");
    }

    @Test
    @Tag("W6")
    void W6_who_sends_it_may_have_to_state_a_role() {
        cli.run("tell", "cluster-1", "guarded", N7, "--id", "u7", "--by", "ann")
                .failed(ExitCodes.REFUSED, "an operator");
        cli.run("tell", "cluster-1", "guarded", N7, "--id", "u7", "--by", "ann", "--role", "operator")
                .done();
        cli.run("tell", "cluster-1", "guarded", "--id", "u7", "--withdraw").failed(ExitCodes.REFUSED, "an operator");
    }

    @Test
    void what_is_no_message_is_refused() {
        cli.run("tell", "cluster-1", "serve", "{\"node\": 7}", "--id", "u7").failed(ExitCodes.REFUSED, "node");
        cli.run("tell", "cluster-1", "inbox", N7, "--id", "u7").failed(ExitCodes.REFUSED, "'inbox'");
        cli.run("tell", "cluster-2", "serve", N7, "--id", "u7")
                .failed(ExitCodes.REFUSED, "There is no run 'cluster-2' in namespace 'default'.");
        cli.run("tell", "cluster-1", "serve", "n7", "--id", "u7").failed(ExitCodes.USAGE, "The message is not JSON");
        cli.run("tell", "cluster-1", "serve", N7).failed(ExitCodes.USAGE, "--id");
        cli.run("tell", "cluster-1", "serve", N7, "--id", "").failed(ExitCodes.USAGE, "--id, the id of the message,");
        cli.run("tell", "cluster-1", "serve", "--id", "u7").failed(ExitCodes.USAGE, "as JSON, or --withdraw");
        cli.run("tell", "cluster-1", "serve", N7, "--id", "u7", "--withdraw")
                .failed(ExitCodes.USAGE, "--withdraw takes no JSON.");
        assertThat(shown().path("messages").isEmpty()).isTrue();
    }
}
