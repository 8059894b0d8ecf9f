package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.jdbc.DoomedServer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Real processes that are cut at random, on Postgres; and the server that they share. */
final class PostgresLongCrashTest extends LongCrashMatrix {
    private static final int RUNS = 200;
    private static final int KILLS = 10;
    private static final int LONGEST_LIFE = 2_000;

    PostgresLongCrashTest() {
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
}
