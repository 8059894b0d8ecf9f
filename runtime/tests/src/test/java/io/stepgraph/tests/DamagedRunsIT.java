package io.stepgraph.tests;

import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The result of each call on damaged rows. */
@Timeout(300)
@Tag("S2")
final class DamagedRunsIT {
    private static final int AN_EIGHTH = 8;

    @TempDir
    Path folder;

    @Test
    void S2_what_stands_in_the_rows_of_a_run_in_SQLite_is_told_in_an_error_of_ours() throws Exception {
        damageSqlite(AN_EIGHTH);
    }

    @Test
    void S2_what_stands_in_the_rows_of_a_run_in_Postgres_is_told_in_an_error_of_ours() throws Exception {
        damagePostgres(AN_EIGHTH);
    }

    @Test
    @Tag("nightly")
    void S2_so_is_whatever_else_stands_there() throws Exception {
        damageSqlite(1);
        damagePostgres(1);
    }

    private void damageSqlite(int each) throws Exception {
        Path file = folder.resolve("runs.db");
        List<String> events = List.of(
                "null",
                "''",
                "'garbage'",
                "'null'",
                "'{}'",
                "'{\"last\":2,\"at\":1,\"events\":null}'",
                "'{\"last\":-7,\"at\":1,\"events\":[{}]}'",
                "'{\"last\":9223372036854775807,\"at\":1,\"events\":[{}]}'",
                "'{\"last\":1,\"at\":null,\"events\":[1,null,\"x\"]}'",
                "'{\"last\":1,\"at\":9223372036854775807,\"events\":[{\"event\":\"started\"}]}'",
                "'{\"last\":1,\"at\":1,\"events\":[{\"event\":\"step-started\",\"visit\":1e99999999999}]}'",
                "'{\"last\":1,\"at\":1,\"events\":[{\"event\":\"completed\"}]},'",
                "'{\"last\":1,\"at\":1,\"events\":[{\"event\":\"question-asked\",\"step\":\"\",\"visit\":-1,\"nonce\":\"\"}]}'");
        try (Store store = SqliteStore.open(file);
                Database database = new Database(file)) {
            new DamagedRuns(store, database::execute)
                    .areToldOf(
                            events.stream()
                                    .map(recent -> "update runs set recent = " + recent + " where id = '%s'")
                                    .toList(),
                            each);
        }
    }

    private static void damagePostgres(int each) throws Exception {
        String schema = PostgresServer.newSchema();
        List<String> events = List.of(
                "events = ''",
                "events = 'garbage'",
                "events = 'null'",
                "events = '[1,null,\"x\"]'",
                "count = 0",
                "count = -5",
                "count = 2147483647",
                "last = last + 100",
                "events = '[{\"event\":\"completed\"}]', count = 1",
                "events = '[{\"event\":\"step-started\",\"visit\":1e99999999999}]', count = 1");
        try (Store store = PostgresServer.open(schema);
                java.sql.Connection connection = PostgresServer.connect()) {
            connection.setSchema(schema);
            new DamagedRuns(store, statement -> {
                        try (java.sql.Statement sql = connection.createStatement()) {
                            sql.execute(statement);
                        }
                    })
                    .areToldOf(
                            events.stream()
                                    .map(set -> "update events set " + set
                                            + " where run = (select run_number from runs where id = '%s')")
                                    .toList(),
                            each);
        }
    }
}
