/** A new database of either kind, for a store and for plain JDBC. */
@NullMarked
package io.stepgraph.benchmarks.database;

import org.jspecify.annotations.NullMarked;
