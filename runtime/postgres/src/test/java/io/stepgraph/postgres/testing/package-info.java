/** A Postgres server for the tests of this module and of the crash tests. */
@NullMarked
package io.stepgraph.postgres.testing;

import org.jspecify.annotations.NullMarked;
