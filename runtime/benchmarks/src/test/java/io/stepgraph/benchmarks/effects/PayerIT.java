package io.stepgraph.benchmarks.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All payers pay as often, and leave nothing behind. */
@Tag("nightly")
class PayerIT {
    private static final int STEPS = 10;
    private static final Talk TALK = Talk.ofSize(2_000);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DBOS")
    void onSqliteAllEndAfterAsManySteps(Payer payer) throws Exception {
        try (Database database = Database.Kind.SQLITE.create();
                Payer.Side side = payer.open(database, TALK, STEPS, 1)) {
            assertEnd(side.run("run-1", TALK.begin()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void onPostgresAllEndAfterAsManyStepsHoweverManyRunAtOnce(Payer payer) throws Exception {
        try (Database database = Database.Kind.POSTGRES.create();
                Payer.Side side = payer.open(database, TALK, STEPS, 4);
                Crowd crowd = new Crowd(4)) {
            for (int i = 0; i < 2; i++) {
                assertEnd(crowd.all(() -> side.run(UUID.randomUUID().toString(), TALK.begin())));
            }
        }
    }

    @Test
    void theLoopRecordsEachPaymentBeforeAndAfterItsCall() throws Exception {
        try (Database database = Database.Kind.SQLITE.create();
                PayingLoop loop = new PayingLoop(database.connect(), TALK, STEPS);
                Connection beside = database.connect()) {
            assertEnd(loop.run("run-1", TALK.begin()));
            assertThat(count(beside, "status = 'DONE' and request is not null and result is not null"))
                    .isEqualTo(STEPS);

            loop.delete("run-1");

            assertThat(count(beside, "true")).isZero();
        }
    }

    private static void assertEnd(Dialog end) {
        assertThat(end.counter).isEqualTo(Talk.FIRST + STEPS);
        assertThat(end.messages).isEqualTo(TALK.at(Talk.FIRST + STEPS));
    }

    private static int count(Connection connection, String which) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet counted = statement.executeQuery("select count(*) from effects where " + which)) {
            assertThat(counted.next()).isTrue();
            return counted.getInt(1);
        }
    }
}
