/**
 * The parts that the stores for SQLite and Postgres share: named statements, the commit queue, the readers of rows.
 * Internal.
 */
@NullMarked
package io.stepgraph.jdbc;

import org.jspecify.annotations.NullMarked;
