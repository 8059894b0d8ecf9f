package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.store.Store;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rights that the guide names. That they are enough for all calls is shown by {@link PostgresStoreIT}, which has
 * them.
 */
@Tag("S4")
final class PostgresRightsIT {
    private final String schema = PostgresServer.newSchema();

    @Test
    void S4_a_user_who_only_reads_and_writes_rows_is_told_to_let_the_owner_open_the_store_first() throws Exception {
        PageRights rights = PageRights.grant(schema);

        assertThatThrownBy(() -> rights.agent().open())
                .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                .hasMessageContainingAll(schema, "open it once as a user who may create tables in it");

        rights.owner().open().close();
        try (Store store = rights.agent().open()) {
            assertThat(store.runs().start(Runs.newRun("essay-1"), Runs.ANN)).isNotNull();
        }
    }

    @Test
    void S4_a_user_who_only_reads_and_writes_rows_cannot_change_tables() throws Exception {
        PageRights rights = PageRights.grant(schema);
        rights.owner().open().close();

        String agent = rights.prefix() + "agent";
        assertThatThrownBy(() -> PostgresServer.execute(schema, "set role " + agent, "create table mine (id int)"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> PostgresServer.execute(schema, "set role " + agent, "drop table runs"))
                .hasMessageContaining("must be owner");
    }

    @Test
    void S4_a_user_who_only_reads_rows_is_told_that_it_writes_none() throws Exception {
        PageRights rights = PageRights.grant(schema);
        rights.owner().open().close();
        PostgresServer.execute(
                schema,
                "revoke insert, update, delete on all tables in schema \"" + schema + "\" from " + rights.prefix()
                        + "agent");

        try (Store store = rights.agent().open()) {
            assertThat(store.runs().find(Runs.key("essay-1"))).isNull();
            assertThatThrownBy(() -> store.runs().start(Runs.newRun("essay-1"), Runs.ANN))
                    .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                    .hasMessageContaining("may not be used by this user");
        }
    }
}
