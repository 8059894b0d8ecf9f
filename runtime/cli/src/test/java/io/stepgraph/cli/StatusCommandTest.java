package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The state of a namespace at a glance. */
final class StatusCommandTest {
    private static final Owner WORKER = OwnerIdentity.ofNewRunner();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void runs() {
        file = TestRuns.reviews(folder, "essay-1", "essay-2");
        TestRuns.failing(file, "essay-3");
        TestRuns.failing(file, "essay-4");
        TestRuns.failing(file, "essay-5");
        TestRuns.inDoubt(file, "claim-1", "");
        new Cli(file).run("retry", "essay-4").done();
        OwnerIdentity.opened(WORKER);
        lease("essay-5", WORKER, Duration.ZERO);
    }

    private void lease(String id, Owner owner, Duration length) {
        try (Store store = SqliteStore.open(file)) {
            StoredRun failed = Objects.requireNonNull(store.runs().find(new RunKey("default", id)));
            assertThat(store.runs()
                            .acquire(new AcquireRequest(failed, new LeaseRequest(owner, length), false, List.of())))
                    .isNotNull();
        }
    }

    @Test
    void it_tells_what_waits_who_works_and_what_needs_a_person() {
        assertThat(new Cli(file).run("status").done().out()).matches("""
                        RUNS       COUNT
                        QUEUED     1
                        RUNNING    1
                        WAITING    3
                        COMPLETED  0
                        FAILED     1
                        CANCELLED  0

                        Oldest due run: has waited \\d+s for a worker\\.
                        Questions and waits due for more than a minute: 0\\.
                        Effects in doubt: 1\\.

                        PROCESS +MACHINE +RUNS +FIRST LEASE ENDS
                        %d +\\S+ +1 +20\\S+Z \\(over\\)
                        """.formatted(WORKER.pid()));
    }

    @Test
    void json_is_one_document() {
        JsonNode status = new Cli(file).run("status", "--json").document();

        assertThat(status.path("namespace").asString()).isEqualTo("default");
        assertThat(status.path("runs").toString())
                .contains("\"WAITING\":3", "\"RUNNING\":1", "\"FAILED\":1", "\"COMPLETED\":0");
        assertThat(status.path("orMore")).isEmpty();
        assertThat(status.path("oldestDueSeconds").isIntegralNumber()).isTrue();
        assertThat(new Cli(file)
                        .run("status", "--json", "--namespace", "other")
                        .document()
                        .path("oldestDueSeconds")
                        .isNull())
                .isTrue();
        assertThat(status.path("effectsInDoubt").asInt()).isEqualTo(1);
        JsonNode worker = status.path("workers").path(0);
        assertThat(worker.path("pid").asLong()).isEqualTo(WORKER.pid());
        assertThat(worker.path("runs").asInt()).isEqualTo(1);
        assertThat(worker.path("isLeaseOver").asBoolean()).isTrue();
        assertThat(worker.path("isGone").asBoolean()).isFalse();
    }

    @Test
    void a_question_whose_time_is_long_over_tells_that_no_worker_takes_its_run() {
        TestRuns.late(file, "essay-6");
        TestRuns.sleeping(file, "essay-7");

        assertThat(new Cli(file).run("status").done().out())
                .contains("Questions and waits due for more than a minute: 1.\n");
        assertThat(new Cli(file)
                        .run("status", "--json")
                        .document()
                        .path("pastDue")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void a_graph_whose_runs_nobody_takes_is_named() throws SQLException {
        String none = new Cli(file).run("status").done().out();
        TestRuns.waiting(file, "old-1");

        assertThat(none).doesNotContain("Graphs with due runs");
        assertThat(new Cli(file).run("status").done().out())
                .contains(
                        "Graphs with due runs that no process has taken for a minute: slow. Start a worker that serves"
                                + " them, or their caller.\n");
        assertThat(new Cli(file)
                        .run("status", "--json")
                        .document()
                        .path("unclaimedGraphs")
                        .toString())
                .isEqualTo("[\"slow\"]");
    }

    @Test
    void failed_runs_are_counted_by_step_code_and_message() {
        TestRuns.failing(file, "essay-6", "the card was declined");
        TestRuns.failing(file, "essay-7");
        Cli cli = new Cli(file);

        assertThat(cli.run("status", "--failures").done().lines())
                .hasSize(3)
                .element(1)
                .asString()
                .matches("2 +first +STEP_FAILED +the model is away +20\\S+Z +20\\S+Z");
        List<JsonNode> kinds = cli.run("status", "--failures", "--json").documents();
        assertThat(kinds).extracting(kind -> kind.path("count").asLong()).containsExactly(2L, 1L);
        JsonNode kind = kinds.get(1);
        assertThat(kind.path("step").asString()).isEqualTo("first");
        assertThat(kind.path("code").asString()).isEqualTo("STEP_FAILED");
        assertThat(kind.path("message").asString()).isEqualTo("the card was declined");
        assertThat(kind.path("first")).isEqualTo(kind.path("last"));
        assertThat(kinds.get(0).path("first").asString())
                .isLessThan(kinds.get(0).path("last").asString());
        assertThat(cli.run("status", "--failures", "--namespace", "other").err())
                .isEqualTo("No failed runs in namespace 'other'. Other namespaces with runs: default (8).\n");
    }

    @Test
    void a_process_that_is_dead_is_marked() {
        Owner dead = new Owner(WORKER.machine(), WORKER.boot(), Integer.MAX_VALUE, 1, "dead");
        lease("essay-3", dead, Duration.ofHours(1));

        assertThat(new Cli(file).run("status").done().out())
                .containsPattern(Integer.MAX_VALUE + " +\\S+ +1 +20\\S+Z \\(process gone\\)\n");
    }

    @Test
    void an_empty_namespace_says_where_runs_are() {
        Cli.Result status = new Cli(file).run("status", "--namespace", "other");

        assertThat(status.out()).contains("Oldest due run: none.", "No process executes a run.");
        assertThat(status.err()).isEqualTo("No runs in namespace 'other'. Other namespaces with runs: default (6).\n");
    }
}
