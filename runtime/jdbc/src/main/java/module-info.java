/** Stores that keep runs in a database. */
@SuppressWarnings("requires-automatic") // the driver of Postgres has no module descriptor
module io.stepgraph.jdbc {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires static com.zaxxer.hikari;
    requires static org.checkerframework.checker.qual; // which the driver's classes are annotated with
    requires static org.postgresql.jdbc;
    requires org.slf4j;

    exports io.stepgraph.jdbc;
}
