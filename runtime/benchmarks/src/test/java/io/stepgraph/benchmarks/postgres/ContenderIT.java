package io.stepgraph.benchmarks.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
class ContenderIT {
    private static final int STEPS = 10;
    private static final Talk TALK = Talk.ofSize(2_000);

    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "synchronous_commit"})
    void theServerWaitsForTheDisk(String setting) throws Exception {
        try (Connection connection = server.connect();
                Statement show = connection.createStatement();
                ResultSet shown = show.executeQuery("show " + setting)) {
            assertThat(shown.next()).isTrue();
            assertThat(shown.getString(1)).isEqualTo("on");
        }
    }

    @ParameterizedTest
    @EnumSource
    void allEndWhereTheLoopDoesHoweverManyRunAtOnce(Contender contender) throws Exception {
        Dialog expected = new SwitchLoop(TALK, STEPS).run(TALK.begin());
        try (Contender.Side side = contender.open(server, TALK, STEPS, 4);
                Crowd crowd = new Crowd(4)) {
            for (int i = 0; i < 2; i++) {
                Dialog end = crowd.all(() -> side.run(UUID.randomUUID().toString(), TALK.begin()));
                assertThat(end).usingRecursiveComparison().isEqualTo(expected);
            }
        }
    }
}
