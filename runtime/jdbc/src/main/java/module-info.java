/** Stores that keep runs in a database. */
module io.stepgraph.jdbc {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires java.sql;
    requires org.slf4j;

    exports io.stepgraph.jdbc;
}
