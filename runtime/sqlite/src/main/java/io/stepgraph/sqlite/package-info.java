/**
 * A store that keeps runs in one SQLite file. Enter at {@link io.stepgraph.sqlite.SqliteStore}. All its SQL stands in
 * {@code SqliteSql}; {@code SqliteSchema} decides whether a file may be used.
 */
@NullMarked
package io.stepgraph.sqlite;

import org.jspecify.annotations.NullMarked;
