/**
 * The parts that the stores for SQLite and Postgres share: the task and its statements, the readers of rows, lists,
 * logs, removals, the ledger as it is read, the commit queue. Start with {@link io.stepgraph.jdbc.Tx}. Internal.
 */
@NullMarked
package io.stepgraph.jdbc;

import org.jspecify.annotations.NullMarked;
