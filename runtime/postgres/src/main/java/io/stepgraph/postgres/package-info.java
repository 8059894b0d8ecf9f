/**
 * A store that keeps runs in a Postgres database. Enter at {@link io.stepgraph.postgres.PostgresStore}. All its SQL
 * stands in {@code PostgresSql}; {@code PostgresSchema} decides whether a database may be used.
 */
@NullMarked
package io.stepgraph.postgres;

import org.jspecify.annotations.NullMarked;
