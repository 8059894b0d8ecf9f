/**
 * Stores that keep runs in a database. Enter at {@link io.stepgraph.jdbc.SqliteStore}, the embedded default; its SQL stands
 * together in {@code SqliteSql}, and what a file is asked before it is trusted in {@code SqliteSchema}.
 */
@NullMarked
package io.stepgraph.jdbc;

import org.jspecify.annotations.NullMarked;
