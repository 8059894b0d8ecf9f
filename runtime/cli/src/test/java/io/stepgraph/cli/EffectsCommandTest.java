package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Terminal;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Effects in doubt, and decisions about them. */
final class EffectsCommandTest {
    @TempDir
    Path folder;

    private Path file() {
        return TestRuns.reviews(folder, "essay-1");
    }

    @Test
    void effects_in_doubt_of_all_runs_are_listed() {
        Path file = file();
        TestRuns.inDoubt(file, "claim-1", "");
        Cli cli = new Cli(file);

        JsonNode effect = cli.run("effects", "--in-doubt", "--json").document();
        assertThat(effect.path("runId").asString()).isEqualTo("claim-1");
        assertThat(effect.path("name").asString()).isEqualTo("refund");
        assertThat(effect.path("status").asString()).isEqualTo("IN_DOUBT");
        assertThat(effect.path("request").path("cents").asInt()).isEqualTo(500);
        assertThat(cli.run("effects", "claim-1").done().lines().get(1))
                .startsWith("claim-1  first  1      refund  IN_DOUBT")
                .endsWith("{\"cents\":500}");
        cli.run("effects", "essay-1").empty("Run 'essay-1' has no effects.");
        assertThat(cli.run("show", "claim-1").done().out())
                .contains("Effects\n  STEP")
                .contains("IN_DOUBT");
        cli.run("effects", "claim-9").failed(ExitCodes.REFUSED, "claim-9");
    }

    @Test
    void an_effect_is_resolved_as_performed() {
        Path file = file();
        TestRuns.inDoubt(file, "claim-1", "");
        Cli cli = new Cli(file);

        cli.run("resolve", "claim-1", "refund", "--done", "{\"number\": 7}")
                .failed(
                        ExitCodes.REFUSED,
                        "--done is not a result of effect 'refund' of run 'claim-1'. The result is not accepted, and the"
                                + " effect stays in doubt: result.id is missing.");
        cli.run("resolve", "claim-1", "refund", "--done", "{\"id\": \"r-7\"}", "--by", "ann")
                .says("Effect 'refund' of run 'claim-1' is resolved as performed.\n");

        JsonNode effect = cli.run("effects", "claim-1", "--json").document();
        assertThat(effect.path("status").asString()).isEqualTo("DONE");
        assertThat(effect.path("resolvedBy").asString()).isEqualTo("ann");
        cli.run("resolve", "claim-1", "refund", "--not-performed").failed(ExitCodes.REFUSED, "It has none.");

        assertThat(cli.run("show", "claim-1", "--events").done().out())
                .contains("Status      QUEUED")
                .contains("Waits for   a worker\n")
                .containsPattern("effect-resolved +first +visit=1 effect=refund decision=performed by=ann\n")
                .doesNotContain("resolve it", "Outcome");
        assertThat(cli.run("show", "claim-1", "--json")
                        .document()
                        .path("outcome")
                        .toString())
                .isEqualTo("{\"outcome\":\"queued\"}");
    }

    @Test
    void an_effect_is_resolved_as_not_performed_by_its_item_or_key() {
        Path file = file();
        TestRuns.inDoubt(file, "claim-1", "alice");
        TestRuns.inDoubt(file, "claim-2", "bob");
        Cli cli = new Cli(file);
        String key =
                cli.run("effects", "claim-2", "--json").document().path("key").asString();

        cli.run("resolve", "claim-1", "refund", "--not-performed")
                .failed(ExitCodes.REFUSED, "In doubt: 'refund:alice'.");
        cli.run("resolve", "claim-1", "refund:alice", "--not-performed").done();
        cli.run("resolve", "claim-2", key, "--not-performed", "--json").has("effect", "refund:bob");
        cli.run("effects", "--in-doubt")
                .empty("No effects in doubt in namespace 'default'. No other namespace has runs.");
    }

    @Test
    void the_effect_of_many_runs_is_resolved_once_a_person_agrees() {
        Path file = file();
        TestRuns.inDoubt(file, "claim-1", "");
        TestRuns.inDoubt(file, "claim-2", "alice");
        TestRuns.inDoubt(file, "claim-3", "");
        Cli cli = new Cli(file);
        String[] resolve = {"resolve", "--effect", "refund", "--not-performed", "--store", file.toString()};

        Cli.plain(resolve)
                .failed(
                        ExitCodes.REFUSED,
                        "Resolve 3 effects 'refund' in namespace 'default' as not performed? There is no terminal");
        assertThat(cli.run(
                                "resolve",
                                "--effect",
                                "refund:alice",
                                "--done",
                                "{\"id\":\"r-7\"}",
                                "--yes",
                                "--by",
                                "ann",
                                "--json")
                        .document()
                        .toString())
                .matches("\\{\"runId\":\"claim-2\",\"effect\":\"refund:alice\",\"key\":\".+\",\"status\":\"DONE\"}");
        cli.run("effects", "claim-2", "--json").has("resolvedBy", "ann");
        cli.run("resolve", "--effect", "refund", "--not-performed", "--until", "1h", "--yes")
                .empty(
                        "No effects 'refund' in doubt of such runs in namespace 'default'. No other namespace has runs.");
        Terminal slow = new Terminal(true, false, 80, () -> {
            cli.run("resolve", "claim-1", "refund", "--not-performed").done();
            return "y";
        });
        Cli.Result result = Cli.on(slow, resolve);
        assertThat(result.out()).isEqualTo("Effect 'refund' of run 'claim-3' is resolved as not performed.\n");
        assertThat(result.err())
                .contains(
                        "Resolve 2 effects 'refund'",
                        "stepgraph: Effect 'refund' of run 'claim-1' is not in doubt any more.")
                .endsWith("stepgraph: 1 of 2 were refused; the others are done.\n");
        assertThat(cli.run("effects", "--in-doubt", "--json").documents()).isEmpty();
    }

    @Test
    void a_business_key_is_resolved_once_for_all_runs_that_have_it_in_doubt() {
        Path file = file();
        TestGraph<Notes> keyed = Graphs.single((notes, context) -> context.once("charge", "500", String.class)
                .key("order-42")
                .call((key, cents) -> {
                    throw new IllegalStateException("the connection was lost");
                }));
        TestRuns.with(file, keyed, (runs, runner) -> {
            runs.run("one", Notes.of(), null);
            runs.run("two", Notes.of(), null);
        });
        Cli cli = new Cli(file);
        assertThat(cli.run("effects", "--in-doubt", "--json").documents()).hasSize(2);

        cli.run("resolve", "--effect", "charge", "--not-performed", "--yes")
                .says("Effect 'charge:order-42' of run 'one' is resolved as not performed.\n");

        assertThat(cli.run("effects", "--in-doubt", "--json").documents()).isEmpty();
    }

    @Test
    void one_decision_has_to_be_named() {
        Cli cli = new Cli(file());

        cli.run("resolve", "--not-performed")
                .failed(ExitCodes.USAGE, "Name RUN and EFFECT, or --effect for many runs.");
        cli.run("resolve", "essay-1", "--effect", "refund", "--not-performed")
                .failed(ExitCodes.USAGE, "Name RUN and EFFECT, or --effect");
        cli.run("resolve", "essay-1", "refund", "--graph", "test", "--not-performed")
                .failed(ExitCodes.USAGE, "Conditions choose the runs of --effect");

        cli.run("resolve", "essay-1", "refund").failed(ExitCodes.USAGE, "--done");
        cli.run("resolve", "essay-1", "refund", "--done", "1", "--not-performed")
                .failed(ExitCodes.USAGE, "mutually exclusive");
        cli.run("resolve", "essay-1", "refund", "--done", "{").failed(ExitCodes.USAGE, "--done is not JSON");
    }
}
