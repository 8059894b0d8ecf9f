/** Stores that keep runs in a database. */
module io.stepgraph.jdbc {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires static com.zaxxer.hikari;
    requires org.slf4j;

    exports io.stepgraph.jdbc;
}
