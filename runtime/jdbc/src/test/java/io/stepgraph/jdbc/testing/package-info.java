/** Runs and databases for the tests of both stores. */
@NullMarked
package io.stepgraph.jdbc.testing;

import org.jspecify.annotations.NullMarked;
