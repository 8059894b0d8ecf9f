/** Stores that keep runs in SQLite and in Postgres. */
@NullMarked
package io.stepgraph.jdbc;

import org.jspecify.annotations.NullMarked;
