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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes that die, freeze and race on Postgres; and the server that they share. */
@Tag("R11")
final class PostgresCrashIT extends CrashMatrix {
    PostgresCrashIT() throws Exception {
        super(Stores.POSTGRES);
    }

    @Test
    void R11_a_server_that_is_killed_costs_the_runs_of_all_processes_nothing_but_time() throws Exception {
        DoomedServer server = keep(new DoomedServer(folder.resolve("data")));
        store = Stores.in(server.url());
        Stores.open(store).close();
        List<FaultPoint> points = List.of(
                FaultPoint.pause("before-start", 1),
                FaultPoint.pause("inside-ask", 1),
                FaultPoint.pause("before-answer", 1));
        List<Trial> trials = points.stream().map(point -> trial(point.at())).toList();
        List<Child> owners = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            owners.add(keep(trials.get(i).begin(points.get(i))));
            owners.get(i).awaitPause(points.get(i));
        }
        server.kill();
        for (int i = 0; i < points.size(); i++) {
            owners.get(i).goOn(points.get(i));
        }
        owners.get(0).awaitTimes("after-start", 1);
        owners.get(1).awaitTimes("after-commit", 5);
        owners.get(2).awaitTimes("after-answer", 1);
        server.start();

        for (int i = 0; i < points.size(); i++) {
            assertThat(owners.get(i).end()).as("%s", owners.get(i)).isZero();
            trials.get(i).endsUndisturbed(owners.get(i).said());
            assertThat(trials.get(i).count("resumed")).isZero();
        }
    }

    @Test
    void R11_what_was_stored_when_the_connection_was_cut_is_found_to_be_stored() throws Exception {
        TcpProxy proxy = keep(new TcpProxy(PostgresServer.port()));
        String direct = store;
        String schema = Stores.schema(store);
        store = "jdbc:postgresql://localhost:" + proxy.port()
                + "/postgres?user=postgres&options=-c%20lock_timeout=1min#" + schema;
        Trial trial = trial("one");
        FaultPoint[] writes = {
            FaultPoint.pause("before-start", 1),
            FaultPoint.pause("inside-ask", 1),
            FaultPoint.pause("before-answer", 1),
            FaultPoint.pause("inside-report", 1)
        };
        try (Child child = trial.begin(writes)) {
            for (FaultPoint write : writes) {
                child.awaitPause(write);
                String revision = "select coalesce(max(revision), 0) from runs";
                String before = PostgresServer.query(schema, revision).get(0);
                try (Connection other = stores.other(direct);
                        Statement sql = other.createStatement()) {
                    sql.execute(stores.lock);
                    child.goOn(write);
                    PostgresServer.awaitWaiting(schema, 1);
                    proxy.loseNextEnd();
                    sql.execute("rollback");
                }
                PostgresServer.await(schema, revision.replace("from", "> " + before + " from"), "t");
                proxy.cut();
            }
            assertThat(child.end()).as("%s", child).isZero();
            trial.endsUndisturbed(child.said());
        }
    }

    @Test
    @Tag("nightly")
    void R11_of_processes_that_race_while_their_server_is_killed_again_and_again_one_wins_each() throws Exception {
        DoomedServer server = keep(new DoomedServer(folder.resolve("data")));
        store = Stores.in(server.url());
        Stores.open(store).close();
        // A crash of the server may lose the start of an effect that may be repeated (E3).
        race(200, 4, 0, 0, () -> {
            for (int kill = 0; kill < 10; kill++) {
                TimeUnit.SECONDS.sleep(1);
                server.kill();
                server.start();
            }
        });
    }
}
