package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.engine.Runner;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.store.Store;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The same commands on a Postgres database. */
final class PostgresIT {
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        try (Store store = PostgresStore.builder(server.getJdbcUrl("postgres", "postgres"))
                        .schema("my agents")
                        .open();
                Runner runner = Runner.builder(store).build()) {
            runner.client(TestRuns.REVIEW, new Object()).run("essay-1", Notes.of(), null);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static String url() {
        return "postgresql://postgres:s3cret@localhost:" + server.getPort() + "/postgres";
    }

    @Test
    void runs_are_listed_shown_answered_and_retried() {
        String[] place = {"--store", url(), "--schema", "my agents"};

        run(place, "runs", "--json").has("id", "essay-1");
        assertThat(run(place, "show", "essay-1").done().out()).contains("Status      WAITING");
        String ticket =
                run(place, "questions", "--json").document().path("ticket").asString();
        run(place, "answer", ticket, "{\"@type\": \"Rejected\", \"why\": \"no\"}")
                .done();
        run(place, "cancel", "--from", "1h", "--yes").says("1 run cancelled.\n");
        run(place, "runs", "--namespace", "tenant-7")
                .empty("No runs in namespace 'tenant-7'. Other namespaces with runs: default (1).");
        assertThat(run(place, "namespaces", "--json").document().toString())
                .isEqualTo("{\"namespace\":\"default\",\"runs\":1,\"orMore\":false}");
        JsonNode status = run(place, "status", "--json").document();
        assertThat(status.path("runs").path("CANCELLED").asInt()).isEqualTo(1);
        assertThat(status.path("workers")).isEmpty();
        assertThat(run(place, "prune", "--older-than", "2999-01-01T00:00:00Z", "--keys-older-than", "1d", "--dry-run")
                        .done()
                        .out())
                .startsWith("1 run (1 CANCELLED) would be deleted.");
        run(place, "prune", "--older-than", "2999-01-01T00:00:00Z", "--yes").says("1 run (1 CANCELLED) deleted.\n");
        run(place, "runs").empty("No runs in namespace 'default'. No other namespace has runs.");
    }

    private static Cli.Result run(String[] place, String... args) {
        String[] all = new String[args.length + place.length];
        System.arraycopy(args, 0, all, 0, args.length);
        System.arraycopy(place, 0, all, args.length, place.length);
        return Cli.plain(all);
    }

    @Test
    void a_schema_that_is_not_there_is_not_created() {
        for (int i = 0; i < 2; i++) {
            Cli.plain("runs", "--store", "jdbc:" + url().replace("postgres:s3cret@", ""), "--user", "postgres")
                    .failed(ExitCodes.STORE, "no store in the schema 'stepgraph'");
        }
    }
}
