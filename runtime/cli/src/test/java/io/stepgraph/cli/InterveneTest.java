package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.engine.Worker;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Cancel, mode, retry and prune. */
final class InterveneTest {
    private static final String FUTURE = "2999-01-01T00:00:00Z";

    @TempDir
    Path folder;

    @Test
    void a_run_that_waits_is_cancelled_at_once() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1", "essay-2"));

        cli.run("cancel", "essay-1", "--by", "ann").says("Run 'essay-1' is cancelled.\n");
        cli.run("cancel", "essay-1").says("Run 'essay-1' is cancelled.\n");
        JsonNode outcome = cli.run("show", "essay-1", "--json").document().path("outcome");
        assertThat(outcome.toString()).isEqualTo("{\"outcome\":\"cancelled\",\"by\":\"ann\"}");
        cli.run("cancel", "essay-2", "--json").has("status", "CANCELLED");
    }

    @Test
    void the_owner_of_a_run_that_is_executed_ends_it() throws InterruptedException {
        Path file = TestRuns.reviews(folder);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread owner = new Thread(() -> TestRuns.with(
                file, Graphs.stubborn(inside, goOn), (runs, runner) -> runs.run("essay-1", Notes.of(), null)));
        owner.start();
        inside.await();

        new Cli(file)
                .run("cancel", "essay-1")
                .says("Run 'essay-1' is RUNNING; the process that executes it will end it.\n");
        goOn.countDown();
        owner.join();
    }

    @Test
    void a_run_whose_owner_is_dead_is_cancelled_at_once() {
        Path file = TestRuns.reviews(folder);
        TestRuns.failing(file, "essay-1");
        Owner here = OwnerIdentity.ofNewRunner();
        Owner dead = new Owner(here.machine(), here.boot(), Integer.MAX_VALUE, 1, "dead");
        try (Store store = SqliteStore.open(file)) {
            StoredRun failed = Objects.requireNonNull(store.runs().find(new RunKey("default", "essay-1")));
            LeaseRequest lease = new LeaseRequest(dead, Duration.ofHours(1));
            assertThat(store.runs().acquire(new AcquireRequest(failed, lease, false, List.of())))
                    .isNotNull();
        }

        new Cli(file).run("cancel", "essay-1").says("Run 'essay-1' is cancelled.\n");
    }

    @Test
    void a_run_that_has_ended_is_not_cancelled() {
        Path file = TestRuns.reviews(folder);
        TestRuns.failing(file, "essay-1");

        new Cli(file).run("cancel", "essay-1").failed(ExitCodes.REFUSED, "it is FAILED");
        new Cli(file).run("cancel", "essay-2").failed(ExitCodes.REFUSED, "essay-2");
        new Cli(file)
                .run("cancel", "essay-1", "--by", "")
                .failed(ExitCodes.USAGE, "--by must have 1 to 200 characters");
        new Cli(file)
                .run("cancel", "essay-1", "--by", "an\u200Bn")
                .failed(ExitCodes.USAGE, "--by ('NAME') has the character U+200B ZERO WIDTH SPACE at index 2");
    }

    @Test
    void the_mode_of_a_run_is_changed() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        cli.run("mode", "essay-1", "accept_edits").says("Run 'essay-1' has the mode ACCEPT_EDITS.\n");
        cli.run("mode", "essay-1", "PLAN", "--json").has("mode", PermissionMode.PLAN.name());
        cli.run("mode", "essay-1", "all").failed(ExitCodes.USAGE, "MODE");
        cli.run("mode", "essay-2", "plan").failed(ExitCodes.REFUSED, "essay-2");
    }

    @Test
    void a_command_says_that_it_reaches_the_runs_that_a_run_has_called() {
        Path file = TestRuns.reviews(folder);
        TestRuns.calling(file, "essay-1");
        Cli cli = new Cli(file);

        cli.run("mode", "essay-1", "plan")
                .says(
                        "Run 'essay-1' has the mode PLAN. The runs that it has called have it, too, or the most that their"
                                + " calls allow.\n");
        cli.run("mode", "essay-1//first.1/clerk", "accept_edits")
                .says("Run 'essay-1//first.1/clerk' has the mode PLAN: the run that has called it allows no more.\n");
        cli.run("retry", "essay-1//first.1/broken").says("Run 'essay-1//first.1/broken' is QUEUED at step 'first'.\n");
        cli.run("cancel", "essay-1")
                .says(
                        "Run 'essay-1' is cancelled. The runs that it has called are cancelled, too; a process that executes"
                                + " one will end it.\n");
        cli.run("show", "essay-1//first.1/clerk", "--json").has("status", "CANCELLED");
        cli.run("prune", "--older-than", FUTURE, "--yes").says("1 run (1 CANCELLED) deleted.\n");
        cli.run("show", "essay-1//first.1/clerk").failed(ExitCodes.REFUSED, "There is no run");
    }

    @Test
    void a_failed_run_that_is_retried_is_continued_by_a_worker() {
        Path file = TestRuns.reviews(folder);
        TestRuns.failing(file, "essay-1");
        Cli cli = new Cli(file);

        cli.run("retry", "essay-1").says("Run 'essay-1' is QUEUED at step 'first'.\n");
        JsonNode run = cli.run("show", "essay-1", "--json", "--events").document();
        assertThat(run.path("status").asString()).isEqualTo("QUEUED");
        assertThat(run.path("attempt").asInt()).isEqualTo(1);
        assertThat(run.path("events").toString()).contains("\"event\":\"reopened\"");

        TestGraph<Notes> repaired = Graphs.single((notes, context) -> notes.add("done"));
        try (Store store = SqliteStore.open(file);
                Worker worker =
                        Worker.builder(store).graphs(new TestAgent<>(repaired)).build()) {
            worker.start();
            TestRuns.with(
                    file,
                    repaired,
                    (runs, runner) -> assertThat(runs.await("essay-1")).isInstanceOf(RunOutcome.Completed.class));
        }
    }

    @Test
    void only_a_failed_run_is_retried() {
        Cli cli = new Cli(TestRuns.reviews(folder, "essay-1"));

        cli.run("retry", "essay-1").failed(ExitCodes.REFUSED, "only a run that has FAILED can be retried");
        cli.run("retry", "essay-2").failed(ExitCodes.REFUSED, "essay-2");
    }

    @Test
    void old_runs_are_pruned_and_unfinished_ones_stay() {
        Path file = TestRuns.reviews(folder, "essay-1", "essay-2", "essay-3");
        TestRuns.failing(file, "essay-4");
        Cli cli = new Cli(file);
        TestRuns.with(
                file, Graphs.single((notes, context) -> {}), (runs, runner) -> runs.run("essay-5", Notes.of(), null));
        cli.run("cancel", "essay-1", "essay-2").done();

        cli.run("prune", "--older-than", "1d").says("0 runs deleted.\n");
        cli.run("prune", "--older-than", FUTURE, "--dry-run")
                .says("3 runs (1 COMPLETED, 2 CANCELLED) would be deleted. Nothing was deleted.\n");
        cli.run("prune", "--older-than", FUTURE, "--dry-run", "--limit", "2", "--json")
                .says("{\"wouldDelete\":2,\"byStatus\":{\"COMPLETED\":1,\"CANCELLED\":1},\"wouldDeleteKeys\":0}\n");
        assertThat(cli.run("prune", "--older-than", FUTURE, "--limit", "1", "--yes")
                        .done()
                        .out())
                .startsWith("1 run (1 COMPLETED) deleted.\n");
        cli.run("prune", "--older-than", FUTURE, "--json", "--yes")
                .says("{\"deleted\":2,\"byStatus\":{\"COMPLETED\":0,\"CANCELLED\":2},\"deletedKeys\":0}\n");
        assertThat(cli.run("runs", "--json").documents())
                .extracting(run -> run.path("id").asString())
                .containsExactly("essay-4", "essay-3");
        cli.run("prune").failed(ExitCodes.USAGE, "--older-than");
        cli.run("prune", "--older-than", "yesterday").failed(ExitCodes.USAGE, "'yesterday' is neither a time");
    }

    @Test
    void failed_runs_are_pruned_where_their_status_is_named_and_a_person_agrees() {
        Path file = TestRuns.reviews(folder, "essay-1");
        TestRuns.failing(file, "essay-2");
        TestRuns.failing(file, "essay-3");
        String[] prune = {
            "prune", "--older-than", FUTURE, "--status", "failed,FAILED", "--limit", "2", "--store", file.toString()
        };

        Cli.Result refused = Cli.on(Cli.answering("n"), prune);

        assertThat(refused.err())
                .isEqualTo("Delete 2 runs (2 FAILED) in namespace 'default'? [y/N] stepgraph: Nothing was changed.\n");
        Cli.plain(prune).failed(ExitCodes.REFUSED, "repeat the command with --yes. Nothing was changed.");
        assertThat(new Cli(file).run("runs", "--json").documents()).hasSize(3);
        assertThat(Cli.on(Cli.answering("y"), prune).out()).isEqualTo("2 runs (2 FAILED) deleted.\n");
        assertThat(new Cli(file).run("runs", "--json").documents()).hasSize(1);
        new Cli(file)
                .run("prune", "--older-than", "1d", "--status", "waiting")
                .failed(ExitCodes.USAGE, "--status: only runs that are COMPLETED or CANCELLED or FAILED");
    }

    @Test
    void old_business_keys_are_pruned_where_somebody_asks_for_it() {
        Path file = folder.resolve("runs.db");
        TestRuns.with(
                file,
                Graphs.single((notes, context) -> {
                    context.once("charge", "500", String.class).key("order-42").call((key, cents) -> cents);
                }),
                (runs, runner) -> runs.run("one", Notes.of(), null));
        Cli cli = new Cli(file);

        cli.run("prune", "--older-than", "1d", "--keys-older-than", "1d")
                .says("0 runs deleted.\n0 business keys deleted.\n");
        cli.run("prune", "--older-than", "1d", "--keys-older-than", "2999-01-01T00:00:00Z", "--dry-run")
                .says("""
                        0 runs would be deleted. Nothing was deleted.
                        1 business key would be deleted. Nothing was deleted.
                        """);
        cli.run("prune", "--older-than", "1d", "--keys-older-than", FUTURE)
                .failed(ExitCodes.REFUSED, "Delete 0 runs and 1 business key in namespace 'default'?");
        cli.run("prune", "--older-than", "1d", "--keys-older-than", FUTURE, "--yes")
                .says("0 runs deleted.\n1 business key deleted.\n");
    }
}
