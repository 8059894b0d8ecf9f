package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.postgres.DoomedServer;
import io.stepgraph.postgres.TcpProxy;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes that are cut at random, on Postgres; and the server that they share. */
@Tag("R11")
final class PostgresLongCrashIT extends LongCrashMatrix {
    private static final int RUNS = 200;
    private static final int KILLS = 10;
    private static final int LONGEST_LIFE = 2_000;

    PostgresLongCrashIT() {
        super(Stores.POSTGRES);
    }

    @Test
    void R11_of_processes_that_race_while_their_server_is_killed_again_and_again_one_wins_each() throws Exception {
        Random random = new Random(SEED);
        try (DoomedServer server = new DoomedServer(folder.resolve("data"))) {
            Race race = new Race(Schema.on(server.url()).toString(), folder, RUNS);

            AtomicInteger kills = new AtomicInteger();
            List<String> violations = race.run(4, 0, random, () -> {
                while (!race.isOver() && kills.get() < KILLS) {
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE));
                    server.kill();
                    server.start();
                    kills.incrementAndGet();
                }
            });
            System.out.println("Races of 4 processes on " + stores + ", whose server was killed " + kills + " times: "
                    + RUNS + ", violations: " + violations.size());

            assertThat(violations).isEmpty();
        }
    }

    @Test
    void R11_who_is_cut_off_in_a_commit_that_is_stored_and_gone_on_from_by_another_gets_the_outcome_of_that_one()
            throws Exception {
        FaultPoint last = FaultPoint.pause("inside-book", 2);
        int durable = Journey.UNDISTURBED.indexOf(new Journey.Attempt("book", 3, 2)) + 1;
        try (TcpProxy proxy = new TcpProxy(PostgresServer.port())) {
            Schema schema = Schema.on("jdbc:postgresql://localhost:" + proxy.port()
                    + "/postgres?user=postgres&options=-c%20lock_timeout=1min");
            Schema direct = new Schema(PostgresServer.url(), schema.name());
            Trial cutOff =
                    new Trial(schema.toString(), folder.resolve("cut-off"), CrashMatrix.SHORT_LEASE, Duration.ZERO);
            Trial heir = new Trial(direct.toString(), folder.resolve("heir"), CrashMatrix.SHORT_LEASE, Duration.ZERO);
            try (Child owner = cutOff.begin(last);
                    Connection other = direct.connect();
                    Statement sql = other.createStatement()) {
                owner.awaitPause(last);
                sql.execute(stores.lock());
                owner.goOn(last);
                direct.awaitLocked();
                proxy.loseNextEnd();
                sql.execute("rollback");
                direct.await("exists (select from runs where revision = " + (durable + 1) + ")");
                try (Child successor = heir.begin()) {
                    assertThat(successor.end()).isZero();
                    assertThat(Trial.said(successor)).isEqualTo(Journey.OUTCOME);
                }
                proxy.cut();
                assertThat(owner.end()).isZero();
                assertThat(Trial.said(owner)).isEqualTo(Journey.OUTCOME);
            }

            assertThat(performed("cut-off")).isEqualTo(Journey.UNDISTURBED.subList(0, durable));
            assertThat(performed("heir")).isEqualTo(Journey.UNDISTURBED.subList(durable, Journey.UNDISTURBED.size()));
            assertThat(heir.log().violations()).isEmpty();
            assertThat(heir.log().story()).isEqualTo(Journey.STORY);
            assertThat(heir.log().count("taken-over")).isEqualTo(1);
        }
    }

    private List<Journey.Attempt> performed(String by) throws IOException {
        return Performer.read(folder.resolve(by).resolve("performed")).stream()
                .filter(Performer.Performed::isLeft)
                .map(Performer.Performed::attempt)
                .toList();
    }
}
