/**
 * Stores that keep runs in a database. Enter at {@link io.stepgraph.jdbc.SqliteStore}, the embedded default, or
 * {@link io.stepgraph.jdbc.PostgresStore}, for many machines. The SQL of each stands together, in {@code SqliteSql} and
 * {@code PostgresSql}, and what is asked before a database is trusted in {@code SqliteSchema} and {@code PostgresSchema}.
 */
@NullMarked
package io.stepgraph.jdbc;

import org.jspecify.annotations.NullMarked;
