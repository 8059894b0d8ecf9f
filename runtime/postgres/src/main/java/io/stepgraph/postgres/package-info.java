/**
 * A store that keeps runs in a Postgres database. Start with {@link io.stepgraph.postgres.PostgresStore}. All its SQL
 * is in {@code PostgresSql}; {@code PostgresSchema} decides whether a database may be used.
 */
@NullMarked
package io.stepgraph.postgres;

import org.jspecify.annotations.NullMarked;
