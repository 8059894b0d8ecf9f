/**
 * A store that keeps runs in one SQLite file. Start with {@link io.stepgraph.sqlite.SqliteStore}. All its SQL is in
 * {@code SqliteSql}; {@code SqliteSchema} decides whether a file may be used.
 */
@NullMarked
package io.stepgraph.sqlite;

import org.jspecify.annotations.NullMarked;
