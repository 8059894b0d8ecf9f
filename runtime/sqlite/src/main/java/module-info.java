/** A store that keeps runs in one SQLite file. */
module io.stepgraph.sqlite {
    requires io.stepgraph.jdbc;
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;

    exports io.stepgraph.sqlite;
}
