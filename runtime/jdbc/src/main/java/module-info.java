/** The parts that the stores for SQLite and Postgres share. */
@SuppressWarnings("module") // the stores stand in modules above
module io.stepgraph.jdbc {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires transitive java.sql;

    exports io.stepgraph.jdbc to
            io.stepgraph.sqlite,
            io.stepgraph.postgres;
}
