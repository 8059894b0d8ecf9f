package io.stepgraph.postgres;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.SchemaScripts;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The schema: how the store creates it, checks it and migrates it (S4). */
@Tag("L4")
@Tag("S4")
final class PostgresSchemaIT {
    private static final int THIS = PostgresTables.SCRIPTS.latest();

    private final String schema = PostgresServer.newSchema();

    @Test
    void S4_a_schema_that_is_not_there_is_created_and_found_again() throws Exception {
        try (Store store = PostgresServer.open(schema)) {
            store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        }
        try (Store store = PostgresServer.open(schema)) {
            assertThat(store.runs().find(Runs.key("essay-1"))).isNotNull();
        }
        assertThat(PostgresServer.query(schema, "select application, version, min_reader from meta"))
                .containsExactly("Stepgraph", THIS + "", THIS + "");
    }

    @Test
    void S4_stores_that_create_a_schema_at_once_share_it() throws Exception {
        int count = 8;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            CyclicBarrier start = new CyclicBarrier(count);
            List<Future<StoredRun>> runs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String id = "essay-" + i;
                runs.add(threads.submit(() -> {
                    start.await();
                    try (Store store = PostgresStore.builder(PostgresServer.url())
                            .schema(schema)
                            .maximumPoolSize(1)
                            .open()) {
                        return store.runs().start(Runs.newRun(id), Runs.ANN);
                    }
                }));
            }
            for (Future<StoredRun> run : runs) {
                assertThat(run.get()).isNotNull();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(PostgresServer.query(schema, "select count(*) from meta")).containsExactly("1");
        assertThat(PostgresServer.query(schema, "select count(*) from runs")).containsExactly(Integer.toString(count));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create table orders (id int)",
                "create table meta (version int)",
                "create table meta as select 'stepladder' as application, 1 as version, 1 as min_reader",
                "create sequence s"
            })
    void S4_a_schema_of_another_program_is_refused_and_left_alone(String theirs) throws Exception {
        PostgresServer.execute(schema, "create schema \"" + schema + "\"", theirs);

        assertThrown(
                ErrorCode.INCOMPATIBLE_STORE, () -> PostgresServer.open(schema), "'" + schema + "'", "another program");

        assertThat(PostgresServer.query(
                        schema,
                        "select count(*) from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = '"
                                + schema + "'"))
                .containsExactly("1");
    }

    @Test
    void S4_a_schema_of_a_newer_build_is_used_if_that_says_so() throws Exception {
        PostgresServer.open(schema).close();
        PostgresServer.execute(schema, "update meta set version = version + 1, min_reader = 2");

        try (Store store = PostgresServer.open(schema)) {
            assertThat(store.runs().start(Runs.newRun("essay-1"), Runs.ANN)).isNotNull();
        }
        assertThat(PostgresServer.query(schema, "select version from meta")).containsExactly(THIS + 1 + "");
    }

    @Test
    void S4_a_schema_that_only_newer_builds_can_use_is_refused() throws Exception {
        PostgresServer.open(schema).close();
        PostgresServer.execute(schema, "update meta set version = version + 2, min_reader = version + 1");

        assertThatThrownBy(() -> PostgresServer.open(schema))
                .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                .hasMessageContainingAll("version is " + (THIS + 2), "version " + (THIS + 1), "newer Stepgraph");
    }

    @Test
    void L4_schemas_are_stores_of_their_own() {
        String other = PostgresServer.newSchema() + " \"quoted\" stepgraph.";
        try (Store one = PostgresServer.open(schema);
                Store two = PostgresServer.open(other)) {
            one.runs().start(Runs.newRun("essay-1"), Runs.ANN);

            assertThat(two.runs().find(Runs.key("essay-1"))).isNull();
            assertThat(two.runs().start(Runs.newRun("essay-1"), Runs.ANN)).isNotNull();
        }
    }

    @Test
    void A_name_that_Postgres_would_cut_is_refused() {
        assertThatThrownBy(() -> PostgresServer.open("x".repeat(64))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PostgresServer.open("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void A_data_source_with_another_isolation_is_refused() {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        connections.setOptions("-c default_transaction_isolation=serializable");

        assertThrown(ErrorCode.INCOMPATIBLE_STORE, () -> PostgresStore.open(connections, schema), "serializable");
    }

    @ParameterizedTest
    @CsvSource({
        "drop table starts, starts",
        "alter table runs rename fingerprint to print, fingerprint",
        "drop function clock, clock",
        "alter schema \"%s\" rename to \"%1$s gone\", .runs"
    })
    void S4_a_schema_that_is_changed_under_an_open_store_is_said_to_be_so(String change, String named)
            throws Exception {
        try (Store store = PostgresServer.open(schema)) {
            StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
            PostgresServer.execute(schema, change.formatted(schema));

            assertThatThrownBy(() -> {
                        store.runs().renew(run.lease(Runs.LEASE));
                        store.runs().find(run.key());
                    })
                    .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                    .hasMessageContainingAll(
                            "The schema '" + schema + "' is not as this build left it",
                            "end this program, if a newer Stepgraph has brought the schema to its version,"
                                    + " or else restore it from a backup",
                            "Nothing in it was changed",
                            named);
        }
    }

    @Test
    void S4_the_tables_of_an_open_store_survive_a_server_that_dies_whatever_its_setting(@TempDir Path folder)
            throws Exception {
        try (DoomedServer server =
                new DoomedServer(folder.resolve("data"), "synchronous_commit=off", "wal_writer_delay=10s")) {
            try (Store store = PostgresStore.open(connections(server), schema)) {
                server.die();
                server.start();

                assertThat(store.runs().find(Runs.key("essay-1"))).isNull();
            }
        }
    }

    private static PGSimpleDataSource connections(DoomedServer server) {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(server.url());
        return connections;
    }

    @Test
    void S4_a_schema_of_an_older_build_is_refused() throws Exception {
        PostgresServer.open(schema).close();
        PostgresServer.execute(schema, "update meta set version = 7, min_reader = 7");

        assertThrown(
                ErrorCode.INCOMPATIBLE_STORE,
                () -> PostgresServer.open(schema),
                schema,
                "older Stepgraph",
                "version is 7",
                "needs version " + THIS,
                "another schema");
        assertThat(PostgresServer.query(schema, "select version, min_reader from meta"))
                .containsExactly("7", "7");
    }

    @Test
    void S4_a_later_build_brings_a_schema_to_its_version_and_loses_nothing() throws Exception {
        StoredRun run;
        try (Store store = PostgresServer.open(schema)) {
            run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        }
        int version = PostgresTables.SCRIPTS.latest();
        List<List<String>> scripts = new ArrayList<>(PostgresTables.SCRIPTS.scripts());
        scripts.add(List.of("alter table stepgraph.runs add column colour text not null default 'red'"));
        SchemaScripts later = new SchemaScripts(PostgresTables.SCRIPTS.oldest(), version, scripts);

        for (int opened = 0; opened < 2; opened++) {
            try (Connection connection = PostgresServer.connect()) {
                new PostgresSchema(connection, schema, '"' + schema + '"', later, new PostgresErrors(schema)).prepare();
            }
        }

        assertThat(PostgresServer.query(schema, "select version, min_reader from meta"))
                .containsExactly("" + (version + 1), "" + version);
        assertThat(PostgresServer.query(schema, "select colour from runs")).containsExactly("red");
        try (Store store = PostgresServer.open(schema)) {
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
        }
    }
}
