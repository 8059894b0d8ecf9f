package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.postgres.DoomedServer;
import io.stepgraph.postgres.TcpProxy;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.testkit.store.FaultPoint;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes that are cut, on Postgres; and the server that they share. */
@Tag("R11")
final class PostgresCrashIT extends CrashMatrix {
    PostgresCrashIT() {
        super(Stores.POSTGRES);
    }

    /** A run in its own process, which pauses before the server is killed, and reaches another place without the server. */
    private record Bereft(Schema schema, Trial trial, Child child, FaultPoint cut, String without) {}

    @Test
    void R11_a_server_that_is_killed_costs_the_runs_of_all_processes_nothing_but_time() throws Exception {
        List<Bereft> all = new ArrayList<>();
        try (DoomedServer server = new DoomedServer(folder.resolve("data"))) {
            Bereft executed = bereft(server, all, FaultPoint.pause("before-commit", 3), "before-commit#5");
            bereft(server, all, FaultPoint.pause("before-start", 1), "after-start#1");
            bereft(server, all, FaultPoint.pause("inside-book", 2), "before-commit#6");
            bereft(server, all, FaultPoint.pause("before-answer", 1), "after-answer#1");
            for (Bereft run : all) {
                run.child().awaitPause(run.cut());
            }
            try (Connection other = executed.schema().connect();
                    Statement sql = other.createStatement()) {
                sql.execute(stores.lock());
                executed.child().goOn(executed.cut());
                executed.schema().awaitLocked();
                server.kill();
            }
            for (Bereft run : all.subList(1, all.size())) {
                run.child().goOn(run.cut());
            }
            for (Bereft run : all) {
                run.child().awaitReached(run.without());
            }
            server.start();

            for (Bereft run : all) {
                assertThat(run.trial().look(run.child())).isFalse();
                assertThat(run.trial().log().count("resumed")).isZero();
                assertThat(run.trial().end()).isEmpty();
            }
        } finally {
            all.forEach(run -> run.child().close());
        }
    }

    private Bereft bereft(DoomedServer server, List<Bereft> all, FaultPoint faultPoint, String without)
            throws Exception {
        Schema schema = Schema.on(server.url());
        Trial trial = Trial.inFolder(schema.toString(), folder.resolve(faultPoint.at()));
        Bereft run = new Bereft(schema, trial, trial.begin(faultPoint), faultPoint, without);
        all.add(run);
        return run;
    }

    @Test
    void R11_what_was_stored_when_the_connection_was_cut_is_found_to_be_stored() throws Exception {
        FaultPoint[] writes = {
            FaultPoint.pause("before-start", 1),
            FaultPoint.pause("inside-plan", 1),
            FaultPoint.pause("inside-fetch", 1), // a failed attempt
            FaultPoint.pause("inside-ask", 1), // the question
            FaultPoint.pause("before-answer", 1),
            FaultPoint.pause("inside-report", 1) // the end
        };
        try (TcpProxy proxy = new TcpProxy(PostgresServer.port())) {
            Schema schema = Schema.on("jdbc:postgresql://localhost:" + proxy.port()
                    + "/postgres?user=postgres&options=-c%20lock_timeout=1min");
            Schema direct = new Schema(PostgresServer.url(), schema.name());
            Trial trial = Trial.inFolder(schema.toString(), folder);
            try (Child child = trial.begin(writes);
                    Connection other = direct.connect();
                    Statement sql = other.createStatement()) {
                for (FaultPoint write : writes) {
                    child.awaitPause(write);
                    long before = direct.revision();
                    sql.execute(stores.lock());
                    child.goOn(write);
                    direct.awaitLocked();
                    proxy.loseNextEnd();
                    sql.execute("rollback");
                    direct.await("exists (select from runs where revision > " + before + ")");
                    proxy.cut();
                }
                assertThat(trial.look(child)).isFalse();
            }

            assertThat(trial.end()).isEmpty();
        }
    }
}
