package io.stepgraph.crash;

import io.stepgraph.postgres.testing.PostgresServer;
import java.util.List;

/** Families whose processes die, on Postgres. */
final class PostgresFamilyCrashIT extends FamilyMatrix {
    PostgresFamilyCrashIT() throws Exception {
        super(Stores.POSTGRES);
    }

    private List<String> tables() throws Exception {
        List<String> names = PostgresServer.query(
                Stores.schema(store),
                "select string_agg(tablename, ',') from pg_tables"
                        + " where schemaname = current_schema() and tablename not like 'backup%'");
        return List.of(names.get(0).split(",", -1));
    }

    @Override
    void backUp() throws Exception {
        for (String table : tables()) {
            stores.execute(store, "create table backup_" + table + " as table " + table);
        }
    }

    @Override
    void restore() throws Exception {
        StringBuilder sql = new StringBuilder("begin; set session_replication_role = replica;"); // no triggers
        for (String table : tables()) {
            sql.append("delete from " + table + "; insert into " + table + " overriding system value table backup_"
                    + table + ";");
        }
        stores.execute(store, sql + " commit");
    }
}
