/** A store that keeps runs in a Postgres database, for many machines. */
@SuppressWarnings("requires-automatic") // the driver has no module descriptor
module io.stepgraph.postgres {
    requires io.stepgraph.jdbc;
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires com.zaxxer.hikari;
    requires static org.checkerframework.checker.qual; // annotations of the driver's classes
    requires org.postgresql.jdbc;
    requires org.slf4j;

    exports io.stepgraph.postgres;
}
