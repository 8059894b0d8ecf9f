package io.stepgraph.sqlite;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.SchemaScripts;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.Errors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A later build brings a database to its version, and loses nothing of it (S4). */
@Tag("S4")
final class SqliteMigrationTest {
    private static final int THIS = SqliteTables.SCRIPTS.latest();
    private static final String ADD_COLOUR = "alter table runs add column colour text not null default 'red'";
    private static final SchemaScripts LATER =
            new SchemaScripts(THIS, THIS + 1, List.of(SqliteTables.CREATE, List.of(ADD_COLOUR)));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("runs.db");
    }

    private Store open(SchemaScripts scripts) {
        return new SqliteStore(Sessions.open(file, Duration.ofSeconds(5), scripts));
    }

    private List<String> versions() throws Exception {
        return Database.query(file, "select version || ' ' || min_reader from meta");
    }

    @Test
    void S4_a_run_of_an_earlier_build_continues_in_a_later_one() throws Exception {
        StoredRun run;
        try (Store store = SqliteStore.open(file)) {
            run = Objects.requireNonNull(store.runs().start(Runs.newRun("essay-1"), Runs.ANN));
        }

        try (Store store = open(LATER)) {
            assertThat(Objects.requireNonNull(store.runs().find(run.key())).checkpoint())
                    .isEqualTo(run.checkpoint());
            assertThat(store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)))
                    .isEqualTo(CommitResult.STORED);
        }
        open(LATER).close();
        assertThat(Database.query(file, "select colour from runs")).containsExactly("red");
        assertThat(versions()).containsExactly((THIS + 1) + " " + (THIS + 1));
        assertThat(Database.query(file, "pragma integrity_check")).containsExactly("ok");
    }

    @Test
    void S4_a_later_build_creates_an_empty_database_by_all_of_its_scripts() throws Exception {
        open(LATER).close();

        assertThat(Database.query(file, "select count(colour) from runs")).containsExactly("0");
        assertThat(versions()).containsExactly((THIS + 1) + " " + (THIS + 1));
    }

    @Test
    void S4_a_migration_that_fails_leaves_the_database_as_it_was() throws Exception {
        SqliteStore.open(file).close();
        SchemaScripts broken = new SchemaScripts(
                THIS, THIS + 1, List.of(SqliteTables.CREATE, List.of(ADD_COLOUR, "alter table nothing drop column x")));

        assertThatThrownBy(() -> open(broken)).is(Errors.with(ErrorCode.INCOMPATIBLE_STORE));

        assertThat(versions()).containsExactly(THIS + " " + THIS);
        assertThat(Database.query(file, "select count(*) from pragma_table_info('runs') where name = 'colour'"))
                .containsExactly("0");
    }

    @Test
    void S4_a_database_of_an_older_build_is_refused() throws Exception {
        SqliteStore.open(file).close();
        Database.execute(file, "update meta set version = 9, min_reader = 9");

        assertThrown(
                ErrorCode.INCOMPATIBLE_STORE,
                () -> SqliteStore.open(file),
                file.toString(),
                "older Stepgraph",
                "version is 9",
                "needs version " + THIS,
                "another file",
                "Nothing in it was changed");
        assertThat(versions()).containsExactly("9 9");
    }
}
